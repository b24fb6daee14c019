import { namesOf } from '../../domain/methods';
import { type NamedFault } from './refusal';

/** A charge is never created with a card: its payer gives it to the checkout. */
export const cardFault: NamedFault = {
  field: 'paymentMethod',
  message: `cannot be ${namesOf('needsCard')} here: a payer gives a card to the checkout only.`,
  code: 'charge.card_not_accepted_here',
};
