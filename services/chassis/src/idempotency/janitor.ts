import { toIso, type Clock } from '../clock';
import { type Logger } from '../log/logger';
import { every } from '../waiting/poll';
import { type IdempotencyStore } from './store';

export interface Janitor {
  /** One round; returns the number of removed keys. */
  sweep(): Promise<number>;
  stop(): Promise<void>;
}

/** Callers are promised 24 hours; the rest is for late retries. */
export const answersKeptMs = 36 * 60 * 60_000;

const intervalMs = 10 * 60_000;

/** Short deletes do not block concurrent requests. */
const batchRows = 1_000;

/** A hundred thousand keys a round: more than are made in ten minutes at the rates we expect. */
const batchesMax = 100;

/** Removes idempotency keys whose retention has ended. */
export const startIdempotencyJanitor = (options: {
  readonly store: IdempotencyStore;
  readonly clock: Clock;
  readonly log: Logger;
}): Janitor => {
  const { store, clock, log } = options;
  let isStopped = false;

  const sweep = async (): Promise<number> => {
    const createdBefore = toIso(new Date(clock.now().getTime() - answersKeptMs));
    let removed = 0;
    for (let batch = 0; batch < batchesMax && !isStopped; batch += 1) {
      const gone = await store.deleteOlderThan(createdBefore, batchRows);
      removed += gone;
      if (gone < batchRows) break;
    }
    return removed;
  };
  const sweeping = every({ name: 'idempotency keys', intervalMs, firstDelayMs: intervalMs, log, run: sweep });

  return {
    sweep,
    stop: async () => {
      isStopped = true;
      await sweeping.stop();
    },
  };
};
