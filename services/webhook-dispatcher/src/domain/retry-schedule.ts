/** Waits before the automatic retries, of which the API promises up to three. */
export const retryDelaysMs: readonly number[] = [5_000, 60_000, 15 * 60_000];

const hourMs = 60 * 60_000;

/**
 * Waits before the retries behind those, where the setting of an address asks for them: 72 hours in all, so that a
 * receiver that fails on a Friday evening still gets its messages on Monday.
 */
export const slowRetryDelaysMs: readonly number[] = [1, 2, 4, 8, 12, 15, 15, 15].map((hours) => hours * hourMs);

/** Spreads the retries of many deliveries that failed together, so that a receiver that comes back is not overrun. */
const jitterPercent = 20;

/** A receiver may ask for more time than the schedule gives, but not for so much that its merchant forgets the webhook. */
const retryAfterMsMax = hourMs;

/**
 * When to try again after the `failedAttempts`-th failure, or null when the schedule is used up.
 * `random` is in [0, 1). Retry-After can only lengthen the wait.
 */
export const nextRetryDelayMs = (
  failedAttempts: number,
  random: number,
  retryAfterMs: number | null,
  hasSlowRetries: boolean,
): number | null => {
  const delaysMs = hasSlowRetries ? [...retryDelaysMs, ...slowRetryDelaysMs] : retryDelaysMs;
  const base = delaysMs[failedAttempts - 1];
  if (base === undefined) return null;
  const spread = Math.trunc((base * jitterPercent * (2 * random - 1)) / 100);
  return Math.max(base + spread, Math.min(retryAfterMs ?? 0, retryAfterMsMax));
};
