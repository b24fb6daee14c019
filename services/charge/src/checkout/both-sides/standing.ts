import type { Standing } from '@repasse/checkout-kit/both-sides/payable';
import type { CheckoutState, InternationalAttempt, PixAttempt } from './checkout-state.ts';

export const pixStanding = ({ pix }: CheckoutState, nowMs: number): Standing =>
  standingOf(pix, typeof pix?.emv === 'string', nowMs);

export const internationalStanding = ({ international }: CheckoutState, nowMs: number): Standing =>
  standingOf(international, typeof international?.publicToken === 'string', nowMs);

const standingOf = (attempt: PixAttempt | InternationalAttempt | null, isOffered: boolean, nowMs: number): Standing => {
  if (attempt === null) return 'none';
  switch (attempt.status) {
    case 'PENDING':
    case 'PROCESSING':
      if (Date.parse(attempt.expiresAt) <= nowMs) return 'expired';
      return isOffered ? 'ready' : 'pending';
    case 'EXPIRED':
      return 'expired';
    // What was paid, taken back or refused leaves the way free for a new one.
    case 'PAID':
    case 'CANCELED':
    case 'FAILED':
    case 'REFUNDED':
      return 'none';
  }
};
