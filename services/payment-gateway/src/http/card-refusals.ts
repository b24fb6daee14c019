import { type ApiResponse } from '@repasse/chassis/http/app';
import { problem, ProblemError } from '@repasse/chassis/http/problem';
import { type Decline, type KnownPayment } from '../domain/payment';

/** Says nothing about what was found, or where: no answer may repeat any of it. */
export const cardNotAcceptedHere = (detail: string): ProblemError =>
  new ProblemError({ status: 400, code: 'payment.card_not_accepted_here', detail });

/** Of what only looking it up can tell: in the words of a check of the body. */
export const fieldRefused = (field: string, message: string): ProblemError =>
  new ProblemError({
    status: 400,
    code: 'request.invalid',
    detail: `${field} ${message}`,
    errors: [{ field, message }],
  });

/** A decline of a saved card. It ends its payment, so trying again is another payment under another key. */
export const savedCardDeclined = ({ facts }: KnownPayment, decline: Decline | null): ApiResponse => {
  const retryable = decline?.isRetryable === true;
  const next = retryable ? 'The card may be tried again by a payment with another key.' : 'Do not try this card again.';
  return problem({
    status: 402,
    code: 'payment.card_declined',
    detail: `The saved card was declined, and no money moved. ${next}`,
    extra: {
      declineCode: decline?.declineCode ?? 'declined',
      retryable,
      allowedActions: [...(retryable ? ['retry_same_card'] : []), 'use_another_card'],
      invoiceId: facts.invoiceId,
      currentStatus: 'FAILED',
    },
  });
};
