import { formatMinor } from '@repasse/chassis/money';
import type { Fault } from '@repasse/chassis/http/problem';
import type { components } from '@repasse/contracts/generated/http/charge';
import { holdsCardData, looksLikeCardNumber } from '@repasse/checkout-kit/server/card-data';
import { cardInputFaults } from '@repasse/checkout-kit/server/card-input';
import { refusalOf, refuse, type NamedFault } from './refusal';

export type PayByCardBody = components['schemas']['PayByCard'];

/** What acquirers take for one installment at least: R$ 5.00. */
const installmentMinorMin = 500;

/** What is wrong with a card that is about to be charged, as far as looking at it can tell. Nothing of it is repeated. */
export const faultsOfCardPayment = (body: PayByCardBody, faulty: ReadonlySet<string>, now: Date): readonly Fault[] => {
  const { card, ...rest } = body;
  // Beside its own place a card number would end up where other texts are kept; names nobody knows are even sent back.
  const isMisplaced = holdsCardData(rest) || Object.keys(card).some(looksLikeCardNumber);
  if (isMisplaced) return refuse([misplacedCard], faulty);
  if ([...faulty].some((field) => field === 'card' || field.startsWith('card.'))) return [];
  return refuse(
    cardInputFaults(card, now).map((fault) => ({ ...fault, code: 'charge.card_invalid' })),
    faulty,
  );
};

/** Found once it is known how much is to be paid. */
export const refuseSmallInstallments = (amountMinor: number, installments: number): void => {
  if (installments === 1 || Math.floor(amountMinor / installments) >= installmentMinorMin) return;
  const message = `must be fewer: each is at least ${formatMinor(installmentMinorMin)}, of ${formatMinor(amountMinor)} in all.`;
  throw refusalOf([{ field: 'installments', message, code: 'charge.installment_too_small' }]);
};

const misplacedCard: NamedFault = {
  field: 'body',
  message: 'holds card data outside of card.',
  code: 'charge.card_data_refused',
};
