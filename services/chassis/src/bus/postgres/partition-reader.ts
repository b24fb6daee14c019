import { backoffMs } from '../../backoff';
import { createDoorbell } from '../../doorbell';
import { type Logger } from '../../log/logger';
import { type Database } from '../../postgres/database';
import { type IncomingMessage, type SubscribeOptions } from '../bus';

export interface ReaderOptions extends SubscribeOptions {
  readonly partition: number;
  readonly db: Database;
  readonly log: Logger;
  /** True once the lock that makes this partition ours is gone. */
  readonly isLost: () => boolean;
}

/** Reads one partition for one group, batch by batch, for as long as this process owns it. */
export interface PartitionReader {
  /** The offset it reads next; undefined until it has begun. */
  position(): number | undefined;
  wake(): void;
  /** Resolves when the batch under way is finished and committed. */
  stop(): Promise<void>;
}

/** A backstop only: the subscription wakes a reader that is behind, every second at the latest. */
const idleTimeoutMs = 30_000;

/** A transaction of this many effects is short, and amortises its commit well enough. */
const maxBatchMessagesDefault = 100;

const retryLimits = { firstMs: 50, maxMs: 5_000 };

export const startPartitionReader = (options: ReaderOptions): PartitionReader => {
  const { group, topic, partition, db, log, isLost, onBatch } = options;
  const bell = createDoorbell();
  let position: number | undefined;
  let isStopping = false;

  const step = async (): Promise<void> => {
    position ??= await committedOffset(options);
    const messages = await fetch(options, position);
    const last = messages.at(-1);
    if (last === undefined) {
      await bell.wait(idleTimeoutMs);
      return;
    }
    await onBatch(messages, { isLost });
    position = Number(last.offset) + 1;
    await db.query('select bus_commit($1, $2, $3, $4)', [group, topic, partition, position]);
  };
  const run = async (): Promise<void> => {
    for (let failures = 0; !isStopping && !isLost();) {
      try {
        await step();
        failures = 0;
      } catch (fault) {
        failures += 1;
        log.warn({ err: fault, group, topic, partition, failures }, 'batch failed and comes again');
        await pauseUnless(() => isStopping || isLost(), backoffMs(failures, retryLimits));
      }
    }
  };

  const running = run();
  return {
    position: () => position,
    wake: () => bell.ring(),
    stop: async () => {
      isStopping = true;
      bell.ring();
      await running;
    },
  };
};

const committedOffset = async ({ db, group, topic, partition }: ReaderOptions): Promise<number> => {
  const [row] = await db.query<{ next_offset: number }>(
    'select next_offset from bus_offsets where group_name = $1 and topic = $2 and partition = $3',
    [group, topic, partition],
  );
  return row?.next_offset ?? 0;
};

const fetch = (options: ReaderOptions, position: number): Promise<IncomingMessage[]> =>
  options.db.query<IncomingMessage>(
    `select topic, partition, "offset"::text as "offset", key, headers, value
     from bus_messages where topic = $1 and partition = $2 and "offset" >= $3 order by bus_messages."offset" limit $4`,
    [options.topic, options.partition, position, options.maxBatchMessages ?? maxBatchMessagesDefault],
  );

/** A pause in steps, so that stopping never waits for a long one. */
const pauseStepMs = 50;

const pauseUnless = async (isOver: () => boolean, totalMs: number): Promise<void> => {
  const untilMs = performance.now() + totalMs;
  for (let leftMs = totalMs; leftMs > 0 && !isOver(); leftMs = untilMs - performance.now()) {
    await new Promise((resolve) => setTimeout(resolve, Math.min(leftMs, pauseStepMs)));
  }
};
