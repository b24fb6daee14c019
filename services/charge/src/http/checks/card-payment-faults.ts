import { type Fault } from '@repasse/chassis/http/problem';
import { cardInputFaults } from '@repasse/checkout-kit/server/card-input';
import { type PayByCardBody } from '../requests/card-payer';
import { refuse } from './refusal';

/** Faults of a card that is about to be charged, as far as its fields show them. Nothing of the card is repeated. */
export const faultsOfCardPayment = (body: PayByCardBody, faulty: ReadonlySet<string>, now: Date): readonly Fault[] => {
  if ([...faulty].some((field) => field === 'card' || field.startsWith('card.'))) return [];
  return refuse(
    cardInputFaults(body.card, now).map((fault) => ({ ...fault, code: 'charge.card_invalid' })),
    faulty,
  );
};
