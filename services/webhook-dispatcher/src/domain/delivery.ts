import { nextRetryDelayMs } from './retry-schedule';

export type Trigger = 'AUTOMATIC' | 'MANUAL';
export type DeliveryStatus = 'PENDING' | 'DELIVERED' | 'EXHAUSTED';

/** What came of one try. A status that is not 2xx is a failure, and so is a redirect: nothing is followed. */
export type AttemptOutcome =
  | { readonly type: 'answered'; readonly status: number; readonly body: string; readonly retryAfterMs: number | null }
  | { readonly type: 'failed'; readonly failure: string };

export type DeliveryProgress = { readonly attempts: number; readonly attemptsInRound: number };

export type DeliveryDecision = DeliveryProgress & {
  readonly status: DeliveryStatus;
  /** Set exactly while the delivery is pending. */
  readonly nextAttemptAt: string | null;
};

export const isDelivered = (outcome: AttemptOutcome): boolean =>
  outcome.type === 'answered' && outcome.status >= 200 && outcome.status < 300;

/**
 * What a delivery becomes after a try. A manual try begins a new round: when it fails, the normal retries follow,
 * also for a delivery that had used up its schedule or had already arrived once.
 */
export const afterAttempt = (
  progress: DeliveryProgress,
  attempt: {
    readonly outcome: AttemptOutcome;
    readonly trigger: Trigger;
    readonly now: string;
    readonly random: number;
  },
): DeliveryDecision => {
  const attempts = progress.attempts + 1;
  const attemptsInRound = attempt.trigger === 'MANUAL' ? 1 : progress.attemptsInRound + 1;
  if (isDelivered(attempt.outcome)) return { status: 'DELIVERED', attempts, attemptsInRound, nextAttemptAt: null };

  const retryAfterMs = attempt.outcome.type === 'answered' ? attempt.outcome.retryAfterMs : null;
  const delayMs = nextRetryDelayMs(attemptsInRound, attempt.random, retryAfterMs);
  if (delayMs === null) return { status: 'EXHAUSTED', attempts, attemptsInRound, nextAttemptAt: null };
  const nextAttemptAt = new Date(Date.parse(attempt.now) + delayMs).toISOString();
  return { status: 'PENDING', attempts, attemptsInRound, nextAttemptAt };
};
