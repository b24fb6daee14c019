import type { Rejection } from '@repasse/chassis/decider';
import { hintOfAttemptId } from '@repasse/values/ids/attempt-id';
import { ProblemError } from '@repasse/chassis/http/problem';
import { formatMinor } from '@repasse/values/money';
import { problemCode } from '@repasse/contracts';
import type { Attempt, ExistingCharge } from '../domain/charge';
import { statusAt } from '../domain/expiry';
import { actionsOn } from '../domain/merchant-actions';
import type { GatewayAnswer } from '../clients/payment-gateway';

/** The domain's refusals are public; their status is in the contract. */
export const refusedBy = ({ code, detail }: Rejection): ProblemError =>
  new ProblemError({ status: problemCode(code).status, code, detail });

export const chargeNotFound = (chargeId = ''): ProblemError =>
  new ProblemError({
    status: 404,
    code: 'charge.not_found',
    detail: `You have no such charge.${hintOfAttemptId(chargeId)}`,
  });

export const attemptNotFound = (): ProblemError =>
  new ProblemError({ status: 404, code: 'attempt.not_found', detail: 'You have no such attempt.' });

/** The same with the state of the charge at the moment `now`, so that the caller need not read it to know why. */
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

export const currencyNotSupported = (field: string, choice: string): ProblemError =>
  new ProblemError({
    status: 400,
    code: 'fx.currency_not_supported',
    detail: `${choice} Nothing was created.`,
    errors: [{ field, message: 'is not a currency that can be paid in here.' }],
  });

/** A payment in another currency is at least its smallest unit. */
export const amountNotInCurrency = (
  { amountMinor, currency, amountField: field }: { amountMinor: number; currency: string; amountField: string },
  { leastMinor, mostMinor }: { leastMinor: number; mostMinor: number },
): ProblemError => {
  const [least, most] = [formatMinor(leastMinor), formatMinor(mostMinor)];
  const message = amountMinor < leastMinor ? `needs ${least} BRL at least` : `takes ${most} BRL at most`;
  return new ProblemError({
    status: 400,
    code: 'payment.amount_out_of_range',
    detail: `By today's rate ${least} to ${most} BRL can be paid in ${currency}. Nothing was created.`,
    errors: [{ field, message: `${message} to be paid in ${currency}.` }],
  });
};

export const authenticationNotAvailable = (): ProblemError =>
  new ProblemError({
    status: 501,
    code: 'charge.authentication_not_available',
    detail: 'Payers are not sent to their bank here. Nothing was sent; pay without threeDSecure or by another method.',
    extra: { retryable: false },
  });

/** Long enough for a restart, short enough to wait for. */
const retryAfterSeconds = '5';

export const recipientsUnknown = (): ProblemError =>
  new ProblemError({
    status: 503,
    code: 'server.unavailable',
    detail: 'The recipients of the split could not be looked up just now. Nothing was created; send the request again.',
    headers: { 'Retry-After': retryAfterSeconds },
    extra: { retryable: true },
  });

export const savedCardsUnknown = (): ProblemError =>
  new ProblemError({
    status: 503,
    code: 'server.unavailable',
    detail: 'The saved card could not be looked up just now. Nothing was created; send the request again.',
    headers: { 'Retry-After': retryAfterSeconds },
    extra: { retryable: true },
  });

export const rateUnavailable = (): ProblemError =>
  new ProblemError({
    status: 503,
    code: 'fx.rate_unavailable',
    detail: 'There is no exchange rate to be had just now. Nothing was created; send the request again.',
    headers: { 'Retry-After': retryAfterSeconds },
    extra: { retryable: true },
  });

/** The payer cannot be shown anything yet. The attempt is kept, and the problem says how to go on from there. */
export const notOffered = (
  answer: Exclude<GatewayAnswer['outcome'], 'offered'> | 'canceled',
  charge: ExistingCharge,
  attempt: Attempt,
  hasKey: boolean,
): ProblemError => {
  const { code, what, isRetryable } = troubles[answer];
  const { attemptId, paymentId } = attempt.terms;
  const { chargeId } = charge.terms;
  const kept = `Charge ${chargeId} and its attempt ${attemptId} are kept.`;
  return new ProblemError({
    status: problemCode(code).status,
    code,
    detail: `${what} ${kept} ${isRetryable ? howToGoOn(attemptId, hasKey) : ended}`,
    ...(isRetryable && { headers: { 'Retry-After': retryAfterSeconds } }),
    extra: { chargeId, attemptId, paymentId, retryable: isRetryable && hasKey },
  });
};

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

export const payersUnknown = (): ProblemError =>
  new ProblemError({
    status: 503,
    code: 'server.unavailable',
    detail: 'The payments of the payer cannot be reached just now. Repeat the request: what is left is erased then.',
    headers: { 'Retry-After': retryAfterSeconds },
    extra: { retryable: true },
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
