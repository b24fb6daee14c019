import { randomUUID } from 'node:crypto';
import { toIso } from '@repasse/chassis/clock';
import { changeOrder } from './change';
import { expireOrder } from './change-order';
import { type Order } from './order';
import { payOrder } from './pay-order';
import { type Revolut } from './revolut';
import { judgeCard, maskCard, type CardVerdict, type TypedCard } from './test-cards';

export type Paying =
  | { readonly kind: 'tried'; readonly order: Order; readonly verdict: CardVerdict }
  | { readonly kind: 'not_payable'; readonly order: Order }
  | { readonly kind: 'not_found' };

/** The payer presses pay: as the card has it, or as a control says. */
export const pay = async (revolut: Revolut, token: string, card: TypedCard, wanted?: CardVerdict): Promise<Paying> => {
  const found = await revolut.orders.findBy({ token });
  if (found === undefined) return { kind: 'not_found' };
  const now = toIso(revolut.clock.now());
  const verdict = wanted ?? judgeCard(card, found.terms);

  const paying = await changeOrder<Paying>(revolut, found.id, (order) => {
    const expired = expireOrder(order, now);
    const decision = expired ?? payOrder(order, { ...verdict, card: maskCard(card), paymentId: randomUUID(), now });
    const [after = order] = decision?.orders ?? [];
    const isTried = expired === undefined && decision !== undefined;
    return {
      ...decision,
      answer: isTried ? { kind: 'tried', order: after, verdict } : { kind: 'not_payable', order: after },
    };
  });
  return paying ?? { kind: 'not_found' };
};
