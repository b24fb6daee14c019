import { type Rejection } from '@repasse/chassis/decider';
import { hintOfAttemptId } from '@repasse/values/ids/attempt-id';
import { ProblemError } from '@repasse/chassis/http/problem';
import { problemCode } from '@repasse/contracts';
import { type Attempt, type ExistingCharge } from '../domain/charge';
import { statusAt } from '../domain/expiry';
import { actionsOn } from '../domain/merchant-actions';
import { type OfferResult } from '../workflow/offer-attempt';

export const chargeNotFound = (chargeId = ''): ProblemError =>
  new ProblemError({
    status: 404,
    code: 'charge.not_found',
    detail: `You have no such charge.${hintOfAttemptId(chargeId)}`,
  });

export const attemptNotFound = (): ProblemError =>
  new ProblemError({ status: 404, code: 'attempt.not_found', detail: 'You have no such attempt.' });

/** The domain's refusals are public. With the state of the charge at the moment `now`, the caller need not read it to know why. */
export const refusedOn = (
  charge: ExistingCharge,
  now: string,
  { code, detail }: Rejection,
  attemptId: string | null = null,
): ProblemError => {
  const status = statusAt(charge, now);
  return new ProblemError({
    status: problemCode(code).status,
    code,
    detail,
    extra: {
      ...{ chargeId: charge.terms.chargeId, currentStatus: status.toUpperCase(), retryable: mayPass.has(code) },
      ...(attemptId !== null && { attemptId }),
      allowedActions: actionsOn(charge, status),
    },
  });
};

/** Refusals that may end without the caller's doing. */
const mayPass = new Set(['charge.payment_in_progress', 'charge.amount_changed']);

export const authenticationNotAvailable = (): ProblemError =>
  new ProblemError({
    status: 501,
    code: 'charge.authentication_not_available',
    detail: 'Payers are not sent to their bank here. Nothing was sent; pay without threeDSecure or by another method.',
    extra: { retryable: false },
  });

/** Long enough for a restart, short enough to wait for. */
const retryAfterSeconds = '5';

/** Another service is away, and the same request may be sent again. */
export const unavailable = (detail: string, code = 'server.unavailable'): ProblemError =>
  new ProblemError({
    status: 503,
    code,
    detail,
    headers: { 'Retry-After': retryAfterSeconds },
    extra: { retryable: true },
  });

/** The payer cannot be shown anything yet. The attempt is kept, and the problem says how to go on from there. */
export const notOffered = ({ answer, state, attempt }: OfferResult, hasKey: boolean): ProblemError => {
  const end = answer === null || answer === 'offered' ? endOf(attempt) : answer;
  const { code, what, isRetryable } = troubles[end];
  const { attemptId, paymentId } = attempt.terms;
  const { chargeId } = state.terms;
  const kept = `Charge ${chargeId} and its attempt ${attemptId} are kept.`;
  return new ProblemError({
    status: problemCode(code).status,
    code,
    detail: `${what} ${kept} ${isRetryable ? howToGoOn(attemptId, hasKey) : ended}`,
    ...(isRetryable && { headers: { 'Retry-After': retryAfterSeconds } }),
    extra: { chargeId, attemptId, paymentId, retryable: isRetryable && hasKey },
  });
};

/** An attempt that ended without an offer, as a repeat of the request finds it. */
const endOf = ({ situation }: Attempt): 'refused' | 'expired' | 'canceled' =>
  situation.status === 'expired' || situation.status === 'canceled' ? situation.status : 'refused';

const ended = 'The attempt has ended; the charge can still be paid by another.';

/** Without a key, the same request again would create another charge, so the answer says not to repeat it. */
const howToGoOn = (attemptId: string, hasKey: boolean): string => {
  const read = `read GET /charge/attempts/${attemptId}, since the provider is asked again until it answers.`;
  return hasKey ? `Repeat the request with the same Idempotency-Key, or ${read}` : `Do not repeat the request: ${read}`;
};

const troubles = {
  refused: { code: 'provider.rejected', what: 'The payment provider refused the payment.', isRetryable: false },
  expired: { code: 'provider.rejected', what: 'The attempt expired before it was offered.', isRetryable: false },
  canceled: { code: 'provider.rejected', what: 'The charge was canceled or paid meanwhile.', isRetryable: false },
  unavailable: { code: 'provider.unavailable', what: 'The payment provider is not available.', isRetryable: true },
  silent: { code: 'provider.timeout', what: 'The payment provider did not answer in time.', isRetryable: true },
} as const;

/** How many are named: a caller with more open charges finds the others in their own list. */
const namedMax = 20;

export const payerHasOpenCharges = (chargeIds: readonly string[]): ProblemError =>
  new ProblemError({
    status: 409,
    code: 'payer.charges_open',
    detail: `The payer has ${chargeIds.length} open charge(s), which need them. Cancel these or wait for their end.`,
    extra: { openChargeIds: chargeIds.slice(0, namedMax), retryable: true },
  });

export const paymentNotFound = (id: string): ProblemError =>
  new ProblemError({ status: 404, code: 'payment.not_found', detail: `You have no such payment ${id}.` });

export const payerNeeded = (): ProblemError =>
  new ProblemError({ status: 409, code: 'checkout.payer_needed', detail: 'Say who pays before the code is shown.' });

export const payerNotAsked = (currentStatus: string): ProblemError =>
  new ProblemError({
    status: 409,
    code: 'checkout.payer_not_asked',
    detail: 'This checkout does not ask who pays, or does so no more.',
    extra: { currentStatus },
  });

export const payerDiffers = (): ProblemError =>
  new ProblemError({
    status: 409,
    code: 'checkout.payer_differs',
    detail: 'It was said before who pays, and differently.',
  });

export const feeRulesUserNotFound = (): ProblemError =>
  new ProblemError({ status: 404, code: 'fee_rules.user_not_found', detail: 'There is no such user.' });
