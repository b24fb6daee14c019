import { type BackoffLimits, backoffMs } from './backoff';
import { type Logger } from '../log/logger';
import { createOutageLog } from '../log/internal/outage-log';
import { createSleeper } from './internal/sleeper';

export interface Poll {
  /** Has it run now. A wake during a run causes another run right after; one after a fault waits for the retry. */
  wake(): void;
  /** Has it run after so many ms at the latest, so that wakes close together share one run. */
  wakeWithin(ms: number): void;
  /** Sleeps no longer than `intervalMs` now returns: something made it shorter. Costs no run. */
  hurry(): void;
  /** Waits for the run under way, never for a sleep. */
  stop(): Promise<void>;
  /** False once it was stopped, or when no run has succeeded for a minute since one was due. */
  isAlive(): boolean;
}

/** A pause before the next run that no wake cuts. */
export interface Rest {
  readonly restMs: number;
  /** True when there is nothing more to do: after the rest it waits for a wake or its interval. */
  readonly isDone?: boolean;
}

export interface PollOptions {
  /** Names the loop in the log. */
  readonly name: string;
  /** From the end of a run to the next; a function is called after each run. Infinity: runs only when woken. */
  readonly intervalMs: number | (() => number);
  readonly log: Logger;
  /** Returns whether there is more to do: then it runs again at once, or after a rest. */
  readonly run: () => Promise<boolean | Rest>;
  /** Before the first run; 0 by default. */
  readonly firstDelayMs?: number;
  /** The growing pause after faults; 0.1 to 10 s by default. */
  readonly retryLimits?: BackoffLimits;
}

/** PostgreSQL that comes back is noticed within seconds; while it stays away, queries and log lines are rare. */
const retryLimitsDefault: BackoffLimits = { firstMs: 100, maxMs: 10_000 };

/** A restart of PostgreSQL takes less; after this, a restart of the process is more likely to help. */
const aliveGraceMs = 60_000;

/**
 * Runs again and again, one run at a time, in the async context of the code that started it. A run that fails is
 * retried after a growing pause, and logged once a minute. Its timers keep no process alive.
 */
export const poll = (options: PollOptions): Poll => {
  const { name, intervalMs, log, run, firstDelayMs = 0, retryLimits = retryLimitsDefault } = options;
  const sleeper = createSleeper();
  let isStopped = false;
  let isIdle = false;
  let wakeAtMs = Infinity;
  let failures = 0;
  const outage = createOutageLog({ log, over: 'runs again', fields: { loop: name } });
  let unfinishedSinceMs: number | undefined;
  const interval = (): number => (typeof intervalMs === 'number' ? intervalMs : intervalMs());

  const runOnce = async (): Promise<boolean | Rest> => {
    wakeAtMs = Infinity;
    unfinishedSinceMs ??= performance.now();
    try {
      const next = await run();
      failures = 0;
      outage.recovered();
      unfinishedSinceMs = undefined;
      return next;
    } catch (fault) {
      failures += 1;
      outage.failed({ err: fault, failures }, 'run failed and is tried again');
      // A rest: without it, every wake would query a database that is down.
      return { restMs: backoffMs(failures, retryLimits) };
    }
  };
  const sleep = async (ms: number): Promise<void> => {
    if (!isStopped) await sleeper.sleep(ms);
  };
  const idle = async (ms: number): Promise<void> => {
    isIdle = true;
    const leftMs = wakeAtMs - performance.now();
    if (leftMs > 0) await sleep(Math.min(ms, leftMs));
    isIdle = false;
  };
  const loop = async (): Promise<void> => {
    await idle(firstDelayMs);
    while (!isStopped) {
      const next = await runOnce();
      if (next === true) continue;
      if (next !== false) await sleep(next.restMs);
      if (next === false || next.isDone === true) await idle(interval());
    }
  };

  const ended = loop();
  return {
    wake: () => {
      wakeAtMs = -Infinity;
      if (isIdle) sleeper.cut();
    },
    wakeWithin: (ms) => {
      wakeAtMs = Math.min(wakeAtMs, performance.now() + ms);
      if (isIdle) sleeper.shorten(ms);
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

/** Runs on an interval, whether a run succeeds or fails: gauges, janitors, retention. */
export const every = ({ run, ...options }: EveryOptions): Poll =>
  poll({
    ...options,
    run: async () => {
      await run();
      return false;
    },
  });
