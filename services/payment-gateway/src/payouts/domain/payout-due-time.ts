import { mayComeBack, type PayoutState } from './payout';

const secondMs = 1_000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;
/** One step follows the other at once and takes at most 8 s; later than that, a crash or a lost answer cut it off. */
const afterStepMs = 20 * secondMs;
/** Chains take minutes, and notifications are quicker than questions. */
const afterReleaseMs = 15 * secondMs;
/** After tries in vain. A provider that is down, an account without coins, missing rates: the user waits for their money. */
export const payoutPauses = { firstMs: 5 * secondMs, maxMs: 5 * minuteMs };

/** Money that comes back is mostly back within the hour. The provider calls then, and a call that is lost is made up for. */
export const returnPauses = { firstMs: hourMs, maxMs: 24 * hourMs };
/** Later than this the day's statement alone tells of it. */
const returnsReadMs = 7 * 24 * hourMs;

/** How soon after coming into a state; null for never. */
const firstPauseOf: Readonly<Record<PayoutState['status'], number | null>> = {
  absent: null,
  requested: 0,
  priced: afterStepMs,
  prepared: afterStepMs,
  processing: afterReleaseMs,
  paid: returnPauses.firstMs,
  returned: null,
  failed: null,
};

/** When to go on with a payout that has just come into this state; null for never again. */
export const payoutDueAfter = (state: PayoutState, now: string): string | null => {
  if (state.status === 'paid' && !isReadAt(state, now)) return null;
  const pauseMs = firstPauseOf[state.status];
  return pauseMs === null ? null : later(now, pauseMs);
};

/** Whether a paid payout is still read for money that came back. */
export const isReadAt = (state: Extract<PayoutState, { status: 'paid' }>, now: string): boolean =>
  mayComeBack(state) && isReadUntil(state.settledAt, now);

/** Whether a payout that was paid then is still read at this time. */
export const isReadUntil = (settledAt: string, time: string): boolean => time < later(settledAt, returnsReadMs);

const later = (now: string, ms: number): string => new Date(Date.parse(now) + ms).toISOString();
