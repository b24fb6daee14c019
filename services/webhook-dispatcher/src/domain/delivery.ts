import { nextRetryDelayMs } from './retry-schedule';

export const triggers = ['AUTOMATIC', 'MANUAL'] as const;

export type Trigger = (typeof triggers)[number];
export type DeliveryStatus = 'PENDING' | 'DELIVERED' | 'EXHAUSTED';

/** The outcome of one try. A status that is not 2xx is a failure, and so is a redirect: nothing is followed. */
export type AttemptOutcome =
  | { readonly type: 'answered'; readonly status: number; readonly body: string; readonly retryAfterMs: number | null }
  | { readonly type: 'failed'; readonly failure: string };

/** A try as the log keeps it and as people are shown it. */
export interface AttemptAnswer {
  readonly startedAt: string;
  readonly durationMs: number;
  readonly responseStatus: number | null;
  readonly responseBody: string | null;
  /** Null when it was delivered. */
  readonly failure: string | null;
}

/** Where a delivery stands. */
export interface DeliveryProgress {
  readonly status: DeliveryStatus;
  readonly attempts: number;
  /** Those of the retry schedule. */
  readonly attemptsInRound: number;
  /** Null when no try is planned. */
  readonly nextAttemptAt: string | null;
}

/** The state of a delivery after a try. */
export type DeliveryDecision = DeliveryProgress & { readonly result: 'DELIVERED' | 'FAILED' | 'EXHAUSTED' };

/** The receiver wants no more webhooks at this address (Standard Webhooks 1.0). */
const goneStatus = 410;

export const isDelivered = (outcome: AttemptOutcome): boolean =>
  outcome.type === 'answered' && outcome.status >= 200 && outcome.status < 300;

export const isGone = (responseStatus: number | null): boolean => responseStatus === goneStatus;

/** How the address of a delivery wants failures to be treated. */
export interface RetryPolicy {
  /** 410 from an endpoint means that it wants no more. The webhookUrl of a charge is tried again after any failure. */
  readonly stopsWhenGone: boolean;
  readonly hasSlowRetries: boolean;
}

interface Attempt {
  readonly outcome: AttemptOutcome;
  readonly policy: RetryPolicy;
  readonly trigger: Trigger;
  readonly now: string;
  /** In [0, 1). */
  readonly random: number;
}

/**
 * Decides the state of a delivery after a try. One by hand that fails changes nothing: retries that are planned stay
 * planned, and none are added.
 */
export const afterAttempt = (progress: DeliveryProgress, attempt: Attempt): DeliveryDecision => {
  const attempts = progress.attempts + 1;
  if (isDelivered(attempt.outcome))
    return { ...progress, result: 'DELIVERED', status: 'DELIVERED', attempts, nextAttemptAt: null };
  if (attempt.trigger === 'MANUAL') return { ...progress, result: 'FAILED', attempts };
  return afterFailure({ ...progress, attempts, attemptsInRound: progress.attemptsInRound + 1 }, attempt);
};

const afterFailure = (progress: DeliveryProgress, { outcome, policy, now, random }: Attempt): DeliveryDecision => {
  const [status, retryAfterMs] = outcome.type === 'answered' ? [outcome.status, outcome.retryAfterMs] : [null, null];
  const isOver = policy.stopsWhenGone && isGone(status);
  const delayMs = isOver
    ? null
    : nextRetryDelayMs(progress.attemptsInRound, random, retryAfterMs, policy.hasSlowRetries);
  if (delayMs === null) return { ...progress, result: 'EXHAUSTED', status: 'EXHAUSTED', nextAttemptAt: null };
  const nextAttemptAt = new Date(Date.parse(now) + delayMs).toISOString();
  return { ...progress, result: 'FAILED', status: 'PENDING', nextAttemptAt };
};
