import { type Rejection } from '@repasse/chassis/decider';
import { type ApiResponse } from '@repasse/chassis/http/app';
import { problem } from '@repasse/chassis/http/problem';
import { knownOf, type KnownPayment } from '../domain/payment';
import { type Offering, type Unanswered } from '../workflow/offer-payment';
import { statusWords } from './payment-body';

/** A caller that comes back earlier finds the same silence: the breaker opens again after five seconds. */
const retryAfterSeconds = '5';

const statusOfRejection: Readonly<Record<string, number>> = {
  'payment.not_found': 404,
  'payment.exists_with_different_content': 409,
  'payment.expires_in_past': 400,
  'payment.amount_out_of_range': 400,
  'fx.quote_unusable': 409,
};

export const rejectionProblem = ({ code, detail }: Rejection): ApiResponse => {
  const status = statusOfRejection[code];
  if (status === undefined) throw new Error(`Unexpected rejection ${code}: ${detail}`);
  return problem({ status, code, detail });
};

/** Same words for another merchant's payment, so that the answer does not reveal which exist. */
export const paymentNotFound = (id: string): ApiResponse =>
  problem({ status: 404, code: 'payment.not_found', detail: `There is no payment ${id}.` });

/**
 * Same words for another merchant's card, so that the answer does not reveal which cards exist, and for an erased one,
 * of which no row is left.
 */
export const savedCardNotFound = (): ApiResponse =>
  problem({ status: 404, code: 'payment.saved_card_not_found', detail: 'The merchant has no such saved card.' });

export const methodNotSupported = (paymentMethod: string): ApiResponse =>
  problem({
    status: 501,
    code: 'payment.method_not_supported',
    detail: `No provider here takes payments by ${paymentMethod}.`,
  });

export const quoteNotFound = (fxQuoteId: string): ApiResponse =>
  problem({ status: 409, code: 'fx.quote_unusable', detail: `There is no quote ${fxQuoteId}.` });

/** The answer to a request for a payment: `made` of it, or why its provider has given no instructions. */
export const offeringAnswer = (
  paymentId: string,
  { state, unanswered }: Offering,
  made: (payment: KnownPayment) => ApiResponse,
  howToGoOn?: string,
): ApiResponse => {
  const payment = knownOf(paymentId, state);
  if (payment.status === 'failed') return notMadeProblem(payment);
  const isWaiting = payment.status === 'requested' || payment.status === 'unknown';
  // A payment that was paid or expired before the provider gave its code is an answer too.
  return isWaiting && unanswered !== undefined ? unansweredProblem(payment, unanswered, howToGoOn) : made(payment);
};

/** The provider was not reached or kept silent. The payment is kept, and is asked for again with or without the caller. */
const unansweredProblem = (
  payment: KnownPayment,
  unanswered: Unanswered,
  howToGoOn = 'Repeat the request with the same paymentId, or wait for its event.',
): ApiResponse => {
  const isTimeout = unanswered.outcome === 'unknown' && unanswered.isTimeout;
  return problem({
    status: isTimeout ? 504 : 503,
    code: isTimeout ? 'provider.timeout' : 'provider.unavailable',
    detail: `Payment ${payment.facts.paymentId} is kept. ${howToGoOn}`,
    headers: { 'Retry-After': retryAfterSeconds },
    extra: { ...kept(payment), retryable: true },
  });
};

/** The provider said no; the same payment will not be made by asking again. */
const notMadeProblem = (payment: KnownPayment): ApiResponse =>
  problem({
    status: 502,
    code: 'provider.rejected',
    detail: `The provider did not take payment ${payment.facts.paymentId}. Make a new one to try again.`,
    extra: { ...kept(payment), retryable: false },
  });

const kept = ({ status, facts: { paymentId, invoiceId, chargeId, attemptId } }: KnownPayment): object => ({
  paymentId,
  invoiceId,
  // A payment may stand alone.
  chargeId: chargeId ?? undefined,
  attemptId: attemptId ?? undefined,
  currentStatus: statusWords[status],
});
