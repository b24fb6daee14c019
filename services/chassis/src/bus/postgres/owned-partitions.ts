import { type Logger } from '../../log/logger';
import { type Database } from '../../postgres/database';
import { type SubscribeOptions } from '../bus';
import { type OwnershipSession } from './ownership-session';
import { startPartitionReader, type PartitionReader } from './partition-reader';

export interface OwnershipDependencies {
  readonly db: Database;
  readonly ownership: OwnershipSession;
  readonly log: Logger;
}

/** The partitions one subscription holds the locks of, each with its reader. */
export interface OwnedPartitions {
  /** Begins to give up what is not wanted or no longer ours, and takes what is wanted and free. */
  keep(wanted: ReadonlySet<number>): Promise<void>;
  wake(partitions: Iterable<number>): void;
  /** `heads` says for each partition which offset its next message gets. */
  wakeThoseBehind(heads: Readonly<Record<string, number>>): void;
  releaseAll(): Promise<void>;
}

interface Owned {
  readonly reader: PartitionReader;
  readonly term: number;
  /** Set once the partition is being given up; the entry stays until its batch under way is finished. */
  leaving?: Promise<void>;
}

export const createOwnedPartitions = (
  options: SubscribeOptions,
  { db, ownership, log }: OwnershipDependencies,
  onReleased: () => Promise<void>,
): OwnedPartitions => {
  const { group, topic } = options;
  const space = `partitions ${group} ${topic}`;
  const owned = new Map<number, Owned>();

  const take = async (partition: number): Promise<void> => {
    const term = ownership.term();
    if (!(await ownership.tryLock(space, partition))) return;
    const isLost = () => ownership.term() !== term;
    owned.set(partition, { reader: startPartitionReader({ ...options, partition, db, log, isLost }), term });
  };
  const leave = async (partition: number, { reader, term }: Owned): Promise<void> => {
    await reader.stop();
    owned.delete(partition);
    // Under a newer term the lock is gone already, and may be somebody else's.
    if (ownership.term() === term) await ownership.unlock(space, partition);
    await onReleased();
  };
  const release = (partition: number, held: Owned): Promise<void> =>
    (held.leaving ??= leave(partition, held).catch((fault: unknown) =>
      log.warn({ err: fault, group, topic, partition }, 'partition released without a word'),
    ));

  return {
    keep: async (wanted) => {
      for (const [partition, held] of owned) {
        const isOurs = held.term === ownership.term();
        // Nobody's share waits for a slow batch of another partition, so leaving is not waited for.
        if (!isOurs || !wanted.has(partition)) void release(partition, held);
      }
      for (const partition of wanted) if (!owned.has(partition)) await take(partition);
    },
    wake: (partitions) => {
      for (const partition of partitions) owned.get(partition)?.reader.wake();
    },
    wakeThoseBehind: (heads) => {
      for (const [partition, { reader }] of owned) {
        if ((reader.position() ?? 0) < (heads[partition] ?? 0)) reader.wake();
      }
    },
    releaseAll: async () => {
      await Promise.all([...owned].map(([partition, held]) => release(partition, held)));
    },
  };
};
