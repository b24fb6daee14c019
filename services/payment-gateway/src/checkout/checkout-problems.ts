import { ProblemError } from '@repasse/chassis/http/problem';
import { type Decline } from '../domain/payment';
import { type CheckoutState } from './both-sides/checkout-state';

export const checkoutNotFound = (checkoutId: string): ProblemError =>
  new ProblemError({ status: 404, code: 'checkout.not_found', detail: `There is no checkout ${checkoutId}.` });

export const notPayable = ({ status }: CheckoutState): ProblemError =>
  new ProblemError({
    status: 409,
    code: 'checkout.not_payable',
    detail: 'It cannot be paid any more.',
    extra: { currentStatus: status, allowedActions: [] },
  });

export const paymentInProgress = (): ProblemError =>
  new ProblemError({
    status: 409,
    code: 'checkout.payment_in_progress',
    detail: 'A card was sent before, and the answer about it is awaited. Read the state until it is there.',
    extra: { currentStatus: 'PROCESSING', retryable: false },
  });

export const triesExhausted = (triesMax: number): ProblemError =>
  new ProblemError({
    status: 409,
    code: 'checkout.tries_exhausted',
    detail: `${triesMax} cards were tried, which is as many as one checkout takes.`,
    extra: { allowedActions: [] },
  });

/** A decline, with why and what to do. The words for a payer are the page's; these are for whoever builds one. */
export const cardDeclined = ({ status, invoiceId }: CheckoutState, decline: Decline | null): ProblemError => {
  const canGoOn = status === 'PENDING';
  const retryable = canGoOn && decline?.isRetryable === true;
  const again = retryable ? 'Try the same card again, or another.' : 'Do not try this card again: use another.';
  return new ProblemError({
    status: 402,
    code: 'checkout.card_declined',
    detail: `The card was declined, and no money moved. ${canGoOn ? again : 'No further card is taken.'}`,
    extra: {
      declineCode: decline?.declineCode ?? 'declined',
      retryable,
      allowedActions: canGoOn ? [...(retryable ? ['retry_same_card'] : []), 'use_another_card'] : [],
      invoiceId,
      currentStatus: status,
    },
  });
};

/** The card was not charged, and not because of the card. */
export const cardNotCharged = ({ status, invoiceId }: CheckoutState): ProblemError =>
  new ProblemError({
    status: 503,
    code: 'provider.unavailable',
    detail: 'The acquirer did not take the payment, and the card was not charged. Try again in a moment.',
    headers: { 'Retry-After': '5' },
    extra: { invoiceId, retryable: status === 'PENDING', currentStatus: status },
  });

export const payerNotAsked = ({ status }: CheckoutState): ProblemError =>
  new ProblemError({
    status: 409,
    code: 'checkout.payer_not_asked',
    detail: 'This checkout does not ask who pays, or does so no more.',
    extra: { currentStatus: status },
  });

export const payerDiffers = (): ProblemError =>
  new ProblemError({
    status: 409,
    code: 'checkout.payer_differs',
    detail: 'It was said before who pays, and differently.',
  });
