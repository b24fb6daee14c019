import type { Fault } from '@repasse/chassis/http/problem';
import type { components } from '@repasse/contracts/generated/http/charge';
import { holdsCardData, looksLikeCardNumber } from '@repasse/checkout-kit/server/card-data';
import { cardInputFaults } from '@repasse/checkout-kit/server/card-input';
import { refuse, type NamedFault } from './refusal';

export type PayByCardBody = components['schemas']['PayByCard'];

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

const misplacedCard: NamedFault = {
  field: 'body',
  message: 'holds card data outside of card.',
  code: 'charge.card_data_refused',
};
