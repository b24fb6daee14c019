import type { EventData } from '@repasse/contracts';
import type { AttemptExpired, AttemptFailed, AttemptOffered, OfAttempt } from '../domain/charge.events';
import type { FxQuote } from '../domain/charge.terms';

/** Data is copied field by field: a field the domain gains must not slip into a closed public schema. */
export const named = ({ chargeId, attemptId, userId, paymentId, paymentMethod }: OfAttempt): OfAttempt => ({
  chargeId,
  attemptId,
  userId,
  paymentId,
  paymentMethod,
});

export const attemptOffered = (data: AttemptOffered['data']): EventData['repasse.attempt.offered.v1'] => ({
  ...named(data),
  invoiceId: data.invoiceId,
  grossAmountMinor: data.grossAmountMinor,
  currency: data.currency,
  expiresAt: data.expiresAt,
  offeredAt: data.offeredAt,
  ...(data.fx && { fx: fxOf(data.fx) }),
});

export const attemptFailed = (data: AttemptFailed['data']): EventData['repasse.attempt.failed.v1'] => ({
  ...named(data),
  reason: data.reason,
  failedAt: data.failedAt,
  ...(data.declineCode !== null && { declineCode: data.declineCode }),
  ...(data.isRetryable !== null && { isRetryable: data.isRetryable }),
});

export const attemptExpired = (data: AttemptExpired['data']): EventData['repasse.attempt.expired.v1'] => ({
  ...named(data),
  expiredAt: data.expiredAt,
});

const fxOf = ({ targetCurrency, finalAmountMinor, rate, spreadBps, source, quotedAt }: FxQuote) => ({
  targetCurrency,
  finalAmountMinor,
  rate,
  spreadBps,
  source,
  quotedAt,
});
