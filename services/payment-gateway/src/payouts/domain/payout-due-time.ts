import { type PayoutState } from './payout';

const secondMs = 1_000;
const minuteMs = 60 * secondMs;
/** One step follows the other at once and takes at most 8 s; later than that, a crash or a lost answer cut it off. */
const afterStepMs = 20 * secondMs;
/** Chains take minutes, and notifications are quicker than questions. */
const afterReleaseMs = 15 * secondMs;
const firstPauseMs = 5 * secondMs;
/** A provider that is down, an account without coins, missing rates: the user waits for their money. */
const pauseMsMax = 5 * minuteMs;

/** How soon after coming into a state; null for never. */
const firstPauseOf: Readonly<Record<PayoutState['status'], number | null>> = {
  absent: null,
  requested: 0,
  priced: afterStepMs,
  prepared: afterStepMs,
  processing: afterReleaseMs,
  paid: null,
  failed: null,
};

/** When to go on with a payout that has just come into this state; null for never again. */
export const payoutDueAfter = ({ status }: PayoutState, now: string): string | null => {
  const pauseMs = firstPauseOf[status];
  return pauseMs === null ? null : later(now, pauseMs);
};

/** When to go on after `askedCount` tries in vain: each pause is twice the last. */
export const payoutDueAgain = (o: { now: string; askedCount: number }): string =>
  later(o.now, Math.min(pauseMsMax, firstPauseMs * 2 ** Math.min(o.askedCount, 20)));

const later = (now: string, ms: number): string => new Date(Date.parse(now) + ms).toISOString();
