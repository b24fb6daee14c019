import { type Logger } from '@repasse/chassis/log/logger';
import { poll } from '@repasse/chassis/waiting/poll';

interface WriteBehindOptions<T> {
  readonly name: string;
  readonly write: (batch: readonly T[]) => Promise<unknown>;
  readonly flushAfterMs: number;
  readonly batchMax: number;
  /** With the database away for long, the newest is given up rather than the service's memory. */
  readonly waitingMax: number;
  readonly log: Logger;
}

/** While nothing waits, nothing is done. */
const idleMs = 60_000;

/** Collects rows that are not urgent, and writes them together a moment later. */
export const createWriteBehind = <T>(o: WriteBehindOptions<T>) => {
  const waiting: T[] = [];

  const flush = async (): Promise<boolean> => {
    const batch = waiting.splice(0, o.batchMax);
    if (batch.length === 0) return false;
    try {
      await o.write(batch);
    } catch (fault) {
      waiting.unshift(...batch);
      throw fault;
    }
    return waiting.length >= o.batchMax;
  };
  const flushing = poll({
    name: o.name,
    intervalMs: () => (waiting.length > 0 ? o.flushAfterMs : idleMs),
    log: o.log,
    run: flush,
  });

  return {
    /** False when too many already wait and this one was dropped. */
    add: (item: T): boolean => {
      if (waiting.length >= o.waitingMax) return false;
      waiting.push(item);
      flushing.hurry();
      return true;
    },
    /** Writes the rows that are still in memory. */
    stop: async (): Promise<void> => {
      await flushing.stop();
      while (waiting.length > 0) await flush();
    },
  };
};
