import { type ApiRequest } from '@repasse/chassis/http/app';
import { type Fault } from '@repasse/chassis/http/problem';
import { type CreateCardPaymentBody } from '../requests/card-request';
import { type CheckContext } from './charge-faults';
import { unlessOnlyLate } from './lateness';
import { amountFaults, documentFaults, lateFaults, webhookFaults } from './payment-faults';

/** Faults of POST /payments/v1/card beyond its schema; `faulty` are the fields the schema refused. */
export const faultsOfCardRequest = (
  request: ApiRequest<CreateCardPaymentBody>,
  faulty: ReadonlySet<string>,
  { now, urlRules }: CheckContext,
): readonly Fault[] => {
  const { body } = request;
  if (faulty.has('body')) return [];
  const lasting = [...amountFaults(request), ...documentFaults(body), ...webhookFaults(body, urlRules)];
  return unlessOnlyLate(request, faulty, lasting, lateFaults(body, now)).filter(({ field }) => !faulty.has(field));
};
