import { toIso } from '@repasse/chassis/clock';
import { changeOrder } from './change';
import { expireOrder } from './change-order';
import { type Order } from './order';
import { type CardVerdict, payOrder } from './pay-order';
import { type Revolut } from './revolut';
import { judgeCard } from './test-cards';

export type Paying =
  | { readonly kind: 'tried'; readonly order: Order; readonly verdict: CardVerdict }
  | { readonly kind: 'not_payable'; readonly order: Order }
  | { readonly kind: 'not_found' };

/** The payer presses pay: as the card of that number has it, or as a control says. */
export const pay = async (revolut: Revolut, token: string, card: string | CardVerdict): Promise<Paying> => {
  const found = await revolut.orders.findBy({ token });
  if (found === undefined) return { kind: 'not_found' };
  const now = toIso(revolut.clock.now());
  const verdict = typeof card === 'string' ? judgeCard(card, found.terms) : card;

  const paying = await changeOrder<Paying>(revolut, found.id, (order) => {
    const expired = expireOrder(order, now);
    const paid = expired === undefined ? payOrder(order, verdict, now) : undefined;
    if (paid !== undefined) return { decision: paid, answer: { kind: 'tried', order: paid.order, verdict } };
    return { decision: expired, answer: { kind: 'not_payable', order: expired?.order ?? order } };
  });
  return paying ?? { kind: 'not_found' };
};
