import { assertNever } from '@repasse/chassis/decider';
import { expiryGraceMs } from './payment.decide';
import { type PaymentState } from './payment';

/** An offer is made within a request and takes at most 8 s; only one that a crash cut off is still open by then. */
const afterRequestMs = 20_000;
/** A bank that kept silent is asked again soon: a payer waits for the code. */
const afterUnknownMs = 5_000;
/** Most payers pay within a minute, and a lost callback must not leave them in front of a waiting page for long. */
const afterOfferMs = 15_000;
/** Open payments pile up, and each asks for as long as it lives: more often would be most of what a bank hears. */
const askAgainMsMax = 2 * 60 * 60_000;

/** When the provider is to be asked about a payment that has just come into this state; null for never again. */
export const dueAfter = (state: PaymentState, now: string): string | null => {
  switch (state.status) {
    case 'requested':
      return later(now, afterRequestMs);
    case 'unknown':
      return later(now, afterUnknownMs);
    case 'offered':
      return later(now, afterOfferMs);
    case 'absent':
    case 'received':
    case 'expired':
    case 'failed':
      return null;
    default:
      return assertNever(state);
  }
};

/**
 * When to ask again after asking `askedCount` times in vain: each pause is twice the last. The end of the payment is
 * never slept through, because that is when it must be told to have expired.
 */
export const dueAgain = (o: { now: string; expiresAt: string; askedCount: number }): string => {
  const pauseMs = Math.min(askAgainMsMax, afterUnknownMs * 2 ** Math.min(o.askedCount, 20));
  const nextMs = Date.parse(o.now) + pauseMs;
  const closingMs = Date.parse(o.expiresAt) + expiryGraceMs;
  return new Date(closingMs > Date.parse(o.now) ? Math.min(nextMs, closingMs) : nextMs).toISOString();
};

const later = (now: string, ms: number): string => new Date(Date.parse(now) + ms).toISOString();
