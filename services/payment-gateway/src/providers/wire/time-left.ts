import { setTimeout as wait } from 'node:timers/promises';

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
/** One repeat after silence. More would only burden a struggling provider. */
export const triesMax = 2;

export type TimeLeft = ReturnType<typeof startTimeLeft>;

export const startTimeLeft = ({ budgetMs, exchangeTimeoutMs, retryDelayMs }: ProviderTimings) => {
  const endMs = performance.now() + budgetMs;
  const leftMs = (): number => endMs - performance.now();
  return {
    isEnough: (): boolean => leftMs() > usefulMsMin,
    /** The time-out of the next exchange. */
    timeoutMs: (): number => Math.max(1, Math.floor(Math.min(exchangeTimeoutMs, leftMs()))),
    /** Waits between half and one and a half times the mean pause. */
    pause: (): Promise<unknown> => wait(retryDelayMs * (0.5 + Math.random())),
  };
};

/** Asks a question that changes nothing over there, and asks it again after silence while there is time. */
export const retryWithin = async <Answer extends { readonly outcome: string }>(
  timeLeft: TimeLeft,
  ask: () => Promise<Answer>,
): Promise<Answer> => {
  let answer = await ask();
  for (let tryNumber = 2; answer.outcome === 'silent' && tryNumber <= triesMax && timeLeft.isEnough(); tryNumber++) {
    await timeLeft.pause();
    answer = await ask();
  }
  return answer;
};
