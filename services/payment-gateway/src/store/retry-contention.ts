import { setTimeout as pause } from 'node:timers/promises';
import { type BackoffLimits, backoffMs } from '@repasse/chassis/backoff';
import { ContentionError } from '@repasse/chassis/event-store/execute';

/** Processes that work on one stream at once get in each other's way; each round is three tries of the executor. */
const roundsMax = 6;
const pauses: BackoffLimits = { firstMs: 10, maxMs: 80 };

/** Gives way to another process for a moment, and decides again. */
export const retryContention = async <T>(run: () => Promise<T>): Promise<T> => {
  for (let round = 1; round < roundsMax; round++) {
    try {
      return await run();
    } catch (fault) {
      if (!(fault instanceof ContentionError)) throw fault;
      await pause(backoffMs(round, pauses));
    }
  }
  return run();
};
