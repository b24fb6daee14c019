import { toIso } from '@repasse/chassis/clock';
import type { Operation } from '@repasse/chassis/http/app';
import { answerOfCreation } from './charge-answers';
import { faultsOfChargeRequest, refuseWhatIsTooLate } from './checks/charge-faults';
import { mayPayInParts, readChargeRequest, type CreateChargeBody } from './requests/charge-request';
import { isMethodWith } from '../domain/methods';
import type { UrlRules } from '@repasse/chassis/net/webhook-url';
import type { CheckoutLinkOf } from './checkout-link';
import { makeCharge, type MakeChargeDependencies } from './make-charge';

export interface CreateChargeDependencies extends MakeChargeDependencies {
  readonly linkOf: CheckoutLinkOf;
  readonly urlRules: UrlRules;
}

/** POST /charge */
export const createCharge = (deps: CreateChargeDependencies): Operation<CreateChargeBody> => ({
  claim: 'with-append',
  check: (request, faulty) =>
    faultsOfChargeRequest(request, faulty, { now: deps.clock.now(), urlRules: deps.urlRules }),
  unusedFields: ({ body }) => unusedFieldsOf(body),
  handle: async (request) => {
    const now = deps.clock.now();
    // A resumed request was in time when it began.
    if (!request.idempotency?.isResumed) refuseWhatIsTooLate(request.body, now);
    const wanted = readChargeRequest(request.body, now);
    return makeCharge(deps, request, wanted, answerOfCreation(wanted, deps.linkOf, toIso(now)));
  },
});

/** Without a method there is no attempt that these fields could be for, and not every method has a quote or instalments. */
const unusedFieldsOf = (body: CreateChargeBody): readonly string[] => {
  const { paymentMethod } = body;
  const ofAttempts = paymentMethod === undefined ? (['attemptExpiresAt', 'gatewayOptions'] as const) : [];
  const ofQuotes = isMethodWith('needsQuote', paymentMethod) ? [] : (['checkoutCurrency'] as const);
  const ofParts = mayPayInParts(body) ? [] : (['installmentsMax'] as const);
  return [...ofAttempts, ...ofQuotes, ...ofParts].filter((field) => body[field] !== undefined);
};
