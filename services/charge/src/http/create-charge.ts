import { toIso, type Clock } from '@repasse/chassis/clock';
import { type Operation } from '@repasse/chassis/http/app';
import { type MakeOfferedCharge } from '../workflow/make-charge';
import { isRefusal } from '../workflow/refusal';
import { ownerOf } from './caller';
import { answerOfCreation, createAnswers } from './charge-answers';
import { faultsOfChargeRequest, refuseWhatIsTooLate } from './checks/charge-faults';
import { mayPayInParts, readChargeRequest, type CreateChargeBody } from './requests/charge-request';
import { isMethodWith } from '../domain/methods';
import { type UrlRules } from '@repasse/chassis/net/webhook-url';
import { type CheckoutLinkOf } from './checkout-link';
import { problemOf } from './refusal-problems';

export interface CreateChargeDependencies {
  readonly makeOfferedCharge: MakeOfferedCharge;
  readonly clock: Clock;
  readonly linkOf: CheckoutLinkOf;
  readonly urlRules: UrlRules;
}

const priceFields = { currency: 'checkoutCurrency', amount: 'grossAmount' };

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
    const answers = createAnswers(answerOfCreation(wanted, deps.linkOf, toIso(now)), request.idempotency);
    const offered = await deps.makeOfferedCharge(wanted, ownerOf(request, answers));
    if (isRefusal(offered)) throw problemOf(offered, priceFields);
    return answers.answerTo(offered);
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
