import { type HeldLock } from '../../postgres/internal/advisory-lock';
import { type Database } from '../../postgres/database';
import { lazyCommits } from '../../postgres/lazy-commit';
import { createNotifiedCommits, type NotifiedCommits } from './notified-commits';
import { createOutboxReader, type OutboxReader } from './outbox-reader';
import { wakeChannel } from '../remote-wake';

/** The outbox in the hands of the one relay that works. */
export interface HeldOutbox {
  readonly reader: OutboxReader;
  readonly commits: NotifiedCommits;
  /** False once the connection that has the lock is lost. */
  isHeld(): boolean;
  /** Throws when the lock is lost, also where this process has not noticed yet. */
  prove(): Promise<void>;
  /** Deletes what was sent and frees the lock. */
  end(): Promise<void>;
  /** Frees the lock. */
  release(): Promise<void>;
}

export interface HeldOutboxOptions {
  readonly db: Database;
  readonly batchMessages: number;
  readonly signal: AbortSignal;
  /** Another process has filled the outbox, or the connection is lost: it has to be read. */
  readonly onWake: () => void;
}

/** Stands by until no other process relays; undefined when the signal came first. */
export const awaitOutbox = async (options: HeldOutboxOptions): Promise<HeldOutbox | undefined> => {
  const lock = await options.db.awaitAdvisoryLock('outbox relay', options.signal);
  if (lock === undefined) return undefined;
  try {
    return await prepare(lock, options);
  } catch (fault) {
    await lock.release();
    throw fault;
  }
};

const prepare = async (lock: HeldLock, { batchMessages, onWake }: HeldOutboxOptions): Promise<HeldOutbox> => {
  const { session } = lock;
  session.onNotification(onWake);
  session.onLost(onWake);
  // Losing the latest deletes in a crash of PostgreSQL only sends those events again, so they wait for no disk.
  await session.query(`select ${lazyCommits}`);
  // Its statements go by id. A plan made anew each time, or for the empty table, costs more than they do.
  await session.query('set plan_cache_mode = force_generic_plan; set enable_seqscan = off');
  // Another release, or a repair, may publish what the relay before could not.
  await session.query('select put_back_outbox()');
  await session.query(`listen ${wakeChannel}`);
  const reader = createOutboxReader({ session, messagesMax: batchMessages });
  return {
    reader,
    commits: createNotifiedCommits({ messagesMax: batchMessages }),
    isHeld: () => lock.isHeld(),
    prove: () => lock.prove(),
    release: () => lock.release(),
    end: async () => {
      try {
        if (reader.sentCount() > 0) await reader.take();
      } finally {
        await lock.release();
      }
    },
  };
};
