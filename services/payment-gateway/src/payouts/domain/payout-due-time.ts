import { type PayoutState } from './payout';

const secondMs = 1_000;
const minuteMs = 60 * secondMs;
/** One step follows the other at once and takes at most 8 s; later than that, a crash or a lost answer cut it off. */
const afterStepMs = 20 * secondMs;
/** Chains take minutes, and notifications are quicker than questions. */
const afterReleaseMs = 15 * secondMs;
/** After tries in vain. A provider that is down, an account without coins, missing rates: the user waits for their money. */
export const payoutPauses = { firstMs: 5 * secondMs, maxMs: 5 * minuteMs };

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

const later = (now: string, ms: number): string => new Date(Date.parse(now) + ms).toISOString();
