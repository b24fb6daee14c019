import { type BackoffLimits, backoffMs } from '../backoff';
import { type Logger } from '../log/logger';
import { createSleeper } from './sleeper';

export interface Poll {
  /** Has it run now. A wake during a run causes another run right after; one after a fault waits for the retry. */
  wake(): void;
  /** Sleeps no longer than `intervalMs` now returns: something made it shorter. Costs no run. */
  hurry(): void;
  /** Waits for the run under way, never for a sleep. */
  stop(): Promise<void>;
  /** False once it was stopped, or when no run has succeeded for a minute since one was due. */
  isAlive(): boolean;
}

export interface PollOptions {
  /** Names the loop in the log. */
  readonly name: string;
  /** From the end of a run to the next; a function is asked after each run. */
  readonly intervalMs: number | (() => number);
  readonly log: Logger;
  /** Returns whether there is more to do: then it runs again at once. */
  readonly run: () => Promise<boolean>;
  /** Before the first run; 0 by default. */
  readonly firstDelayMs?: number;
}

/** PostgreSQL that comes back is noticed within seconds; one that stays away is not asked, and logged, all the time. */
const retryLimits: BackoffLimits = { firstMs: 100, maxMs: 10_000 };

/** A restart of PostgreSQL takes less; after this, a restart of the process is the better hope. */
const aliveGraceMs = 60_000;

/**
 * Runs again and again, one run at a time, in the context of whoever started it. A run that fails is logged and tried
 * again with a growing pause. Its timers keep no process alive.
 */
export const poll = ({ name, intervalMs, log, run, firstDelayMs = 0 }: PollOptions): Poll => {
  const sleeper = createSleeper();
  let isStopped = false;
  let isWoken = false;
  let isIdle = false;
  let failures = 0;
  let unfinishedSinceMs: number | undefined;
  const interval = (): number => (typeof intervalMs === 'number' ? intervalMs : intervalMs());

  const runOnce = async (): Promise<boolean> => {
    isWoken = false;
    unfinishedSinceMs ??= performance.now();
    try {
      const isMore = await run();
      failures = 0;
      unfinishedSinceMs = undefined;
      return isMore;
    } catch (fault) {
      failures += 1;
      log.warn({ err: fault, loop: name, failures }, 'run failed and is tried again');
      return false;
    }
  };
  const sleep = async (ms: number): Promise<void> => {
    if (!isStopped) await sleeper.sleep(ms);
  };
  const idle = async (ms: number): Promise<void> => {
    isIdle = true;
    if (!isWoken) await sleep(ms);
    isIdle = false;
  };
  const loop = async (): Promise<void> => {
    await idle(firstDelayMs);
    while (!isStopped) {
      if (await runOnce()) continue;
      // A wake does not cut the pause after a fault, or whoever wakes would have a database that is down asked all the time.
      await (failures === 0 ? idle(interval()) : sleep(backoffMs(failures, retryLimits)));
    }
  };

  const ended = loop();
  return {
    wake: () => {
      isWoken = true;
      if (isIdle) sleeper.cut();
    },
    hurry: () => {
      if (isIdle) sleeper.shorten(interval());
    },
    stop: async () => {
      isStopped = true;
      sleeper.cut();
      await ended;
    },
    isAlive: () =>
      !isStopped && (unfinishedSinceMs === undefined || performance.now() - unfinishedSinceMs < aliveGraceMs),
  };
};

export interface EveryOptions extends Omit<PollOptions, 'run' | 'intervalMs'> {
  readonly intervalMs: number;
  readonly run: () => Promise<unknown>;
}

/** Runs on an interval, whatever a run comes to: gauges, janitors, retention. */
export const every = ({ run, ...options }: EveryOptions): Poll =>
  poll({
    ...options,
    run: async () => {
      await run();
      return false;
    },
  });
