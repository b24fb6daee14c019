import type { Fault } from '@repasse/chassis/http/problem';
import { holdsCardData } from '@repasse/checkout-kit/server/card-data';
import { refuse, type NamedFault } from './refusal';

/** Said instead of anything about the rest of the body: no answer may repeat any of it. */
export const cardFault: NamedFault = {
  field: 'paymentMethod',
  message: 'cannot be CREDIT_CARD here, nor may the body hold card data: a payer gives a card to the checkout only.',
  code: 'charge.card_not_accepted_here',
};

/** For bodies in which nobody would look for a card; undefined where there is none. */
export const refuseCardData = (body: unknown, faulty: ReadonlySet<string>): readonly Fault[] | undefined => {
  const message = 'holds card data, which a payer gives to the checkout only.';
  return holdsCardData(body)
    ? refuse([{ field: 'body', message, code: 'charge.card_data_refused' }], faulty)
    : undefined;
};
