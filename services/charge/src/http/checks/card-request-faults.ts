import type { ApiRequest } from '@repasse/chassis/http/app';
import type { Fault } from '@repasse/chassis/http/problem';
import type { CreateCardPaymentBody } from './card-request';
import type { CheckContext } from './charge-faults';
import { amountFaults, documentFaults, expiryFaults, webhookFaults } from './payment-faults';

/** What the description of POST /payments/v1/card cannot say; as for POST /payments, being late is left to the handler. */
export const faultsOfCardRequest = (
  request: ApiRequest<CreateCardPaymentBody>,
  faulty: ReadonlySet<string>,
  { now, urlRules }: CheckContext,
): readonly Fault[] => {
  const { body, headers } = request;
  if (faulty.has('body')) return [];
  const isUnheard = ({ field }: Fault): boolean => !faulty.has(field);
  const lasting = [...amountFaults(request), ...documentFaults(body), ...webhookFaults(body, urlRules)].filter(
    isUnheard,
  );
  if (headers['idempotency-key'] !== undefined && faulty.size === 0 && lasting.length === 0) return [];
  const { expire_at } = body;
  return [...lasting, ...(expire_at === undefined ? [] : expiryFaults({ expire_at }, now)).filter(isUnheard)];
};
