export interface ProviderTimings {
  /** Providers answer within a second as a rule; four are silence. */
  readonly exchangeTimeoutMs: number;
  /** For everything one offer or inspection asks: a payer waits in front of a screen for it. */
  readonly budgetMs: number;
  /** Mean pause before a repeat; the jitter around it keeps replicas from returning in step. */
  readonly retryDelayMs: number;
}

export const providerTimingsDefault: ProviderTimings = { exchangeTimeoutMs: 4_000, budgetMs: 8_000, retryDelayMs: 150 };

/** With less than this left an exchange cannot succeed, so it is not begun. */
const usefulMsMin = 250;

export interface TimeLeft {
  isEnough(): boolean;
  /** What the next exchange may take. */
  timeoutMs(): number;
}

export const startTimeLeft = ({ budgetMs, exchangeTimeoutMs }: ProviderTimings): TimeLeft => {
  const endMs = performance.now() + budgetMs;
  const leftMs = (): number => endMs - performance.now();
  return {
    isEnough: () => leftMs() > usefulMsMin,
    timeoutMs: () => Math.max(1, Math.floor(Math.min(exchangeTimeoutMs, leftMs()))),
  };
};

/** Between half and one and a half times the mean. */
export const jittered = (meanMs: number): number => meanMs * (0.5 + Math.random());
