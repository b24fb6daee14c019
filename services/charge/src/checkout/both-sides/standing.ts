import { type Standing } from '@repasse/checkout-kit/both-sides/payable';
import { type CheckoutState, type InternationalAttempt, type PixAttempt } from './checkout-state.ts';

export const pixStanding = (state: CheckoutState, nowMs: number): Standing =>
  standingOf(state, state.pix, typeof state.pix?.emv === 'string', nowMs);

export const internationalStanding = (state: CheckoutState, nowMs: number): Standing =>
  standingOf(state, state.international, typeof state.international?.publicToken === 'string', nowMs);

/** Of the methods that are requested by name. */
export const standings = { PIX: pixStanding, INTERNATIONAL: internationalStanding };

const standingOf = (
  { dueAmount }: CheckoutState,
  attempt: PixAttempt | InternationalAttempt | null,
  isOffered: boolean,
  nowMs: number,
): Standing => {
  // An attempt for another amount than the remainder is useless: it would take too much, or not enough.
  if (attempt?.amount !== dueAmount) return 'none';
  switch (attempt.status) {
    case 'PENDING':
    case 'PROCESSING':
      if (Date.parse(attempt.expiresAt) <= nowMs) return 'expired';
      return isOffered ? 'ready' : 'pending';
    case 'EXPIRED':
      return 'expired';
    // A paid, canceled or refused attempt leaves the way free for a new one.
    case 'PAID':
    case 'CANCELED':
    case 'FAILED':
    case 'REFUNDED':
      return 'none';
  }
};
