import { holdsCardData } from '@repasse/checkout-kit/server/card-data';
import { type ApiRequest } from '@repasse/chassis/http/app';
import { type Fault } from '@repasse/chassis/http/problem';
import { cardNotAcceptedHere } from './card-refusals';
import { type components } from '@repasse/contracts/generated/http/payment-gateway';
import { amountFaults, documentFaults, expiryFaults } from './create-payment-faults';

export type CreateCardPaymentBody = components['schemas']['CreateCardPayment'];

/** What the description of POST /payments/v1/card cannot say. Card data is refused before anything else is said. */
export const createCardPaymentFaults = (
  request: ApiRequest<CreateCardPaymentBody>,
  faulty: ReadonlySet<string>,
  now: Date,
): readonly Fault[] => {
  const { body } = request;
  if (holdsCardData(body)) {
    throw cardNotAcceptedHere('No card is accepted here: the payer gives it to the checkout (checkout_url).');
  }
  if (faulty.has('body')) return [];
  const { expire_at } = body;
  const found = [
    ...amountFaults(request),
    ...(expire_at === undefined ? [] : expiryFaults({ expire_at }, now)),
    ...documentFaults(body),
  ];
  return found.filter(({ field }) => !faulty.has(field));
};
