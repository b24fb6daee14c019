import { type BackoffLimits, backoffMs } from './backoff';
import { type Logger } from '../log/logger';
import { createOutageLog } from '../log/internal/outage-log';
import { createSleeper } from './internal/sleeper';

export interface UntilDoneOptions {
  readonly name: string;
  readonly log: Logger | undefined;
  /** Between two tries. */
  readonly delays: BackoffLimits;
  /** Returns whether it is done; a fault is logged and retried. */
  readonly run: () => Promise<boolean>;
}

export interface UntilDone {
  /** Waits for the try under way, never for the pause between two. */
  stop(): Promise<void>;
}

/** Tries in the background until it succeeds: for a call that is needed once, to a system that may be down. */
export const untilDone = ({ name, log, delays, run }: UntilDoneOptions): UntilDone => {
  const sleeper = createSleeper();
  let isStopped = false;
  const outage = log && createOutageLog({ log, over: 'done at last', fields: { loop: name } });
  const isDone = async (): Promise<boolean> => {
    try {
      const isOver = await run();
      if (isOver) outage?.recovered();
      return isOver;
    } catch (fault) {
      outage?.failed({ err: fault }, 'try failed and comes again');
      return false;
    }
  };
  const sleep = async (ms: number): Promise<void> => {
    if (!isStopped) await sleeper.sleep(ms);
  };
  const tryOn = async (): Promise<void> => {
    for (let tries = 1; !isStopped && !(await isDone()); tries += 1) await sleep(backoffMs(tries, delays));
  };

  const ended = tryOn();
  return {
    stop: async () => {
      isStopped = true;
      sleeper.cut();
      await ended;
    },
  };
};
