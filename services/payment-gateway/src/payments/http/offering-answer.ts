import { type ApiResponse } from '@repasse/chassis/http/response';
import { knownOf, type KnownPayment } from '../domain/payment';
import { type Offering } from '../workflow/offer-payment';
import { notMadeProblem, unansweredProblem } from './payment-problems';

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
