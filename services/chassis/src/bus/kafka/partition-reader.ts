import { type EachBatchPayload, type KafkaMessage } from 'kafkajs';
import { type Logger } from '../../log/logger';
import { type OwnershipSignal, type SubscribeOptions } from '../bus';
import { toIncoming } from './incoming';
import { createPauses, type Pauses } from './pauses';
import { type SchemaCodec } from './schema-codec';

/** As many as a transaction can do in the time between two polls of a busy topic. */
const batchMessagesMaxDefault = 500;

/** The group has gone on without this member, or is about to: what is left of the batch is no longer ours. */
const lostTypes = new Set(['REBALANCE_IN_PROGRESS', 'ILLEGAL_GENERATION', 'UNKNOWN_MEMBER_ID', 'FENCED_INSTANCE_ID']);

export interface PartitionReader {
  /** What kafkajs calls with the messages of one partition. */
  readonly eachBatch: (payload: EachBatchPayload) => Promise<void>;
  stop(): void;
}

export interface PartitionReaderOptions extends SubscribeOptions {
  readonly codec: SchemaCodec;
  readonly log: Logger;
  readonly heartbeatIntervalMs: number;
  /** Grows when the member joins again, crashes or is given up; a batch begun under another number is lost. */
  readonly epoch: () => number;
}

export const createPartitionReader = (options: PartitionReaderOptions): PartitionReader => {
  const pauses = createPauses();
  return { eachBatch: (payload) => readBatch(options, pauses, payload), stop: () => pauses.clear() };
};

/**
 * Hands the messages over in chunks and commits after each. When the handler fails, the partition is paused and what was
 * not committed is fetched again: never skipped, and the other partitions go on meanwhile, which they would not if the
 * wait were in here, because kafkajs fetches again only when every partition of a fetch is done.
 */
const readBatch = async (options: PartitionReaderOptions, pauses: Pauses, payload: EachBatchPayload): Promise<void> => {
  const { batch } = payload;
  const ownership = createOwnership(options, payload);
  for (const messages of chunksOf(batch.messages, options.maxBatchMessages ?? batchMessagesMaxDefault)) {
    if (ownership.isLost() || !payload.isRunning()) return;
    try {
      await whileBeating(options, payload, ownership, async () => {
        const incoming = await Promise.all(messages.map((message) => toIncoming(options.codec, batch, message)));
        await options.onBatch(incoming, ownership);
      });
    } catch (fault) {
      const delayMs = pauses.pause(batch.partition, payload.pause());
      const { group, topic } = options;
      options.log.warn({ group, topic, partition: batch.partition, delayMs, err: fault }, 'batch failed, comes again');
      return;
    }
    // The handler may have stopped half-way when it saw that the partition is lost, so nothing of this chunk is committed.
    if (ownership.isLost()) return;
    pauses.forget(batch.partition);
    await commit(payload, messages);
  }
};

interface Ownership extends OwnershipSignal {
  give(): void;
}

/** A member that is asked to stop still owns its partitions until it has left, so stopping is not losing. */
const createOwnership = ({ epoch }: PartitionReaderOptions, payload: EachBatchPayload): Ownership => {
  const begunUnder = epoch();
  let isGiven = false;
  return {
    isLost: () => isGiven || epoch() !== begunUnder || payload.isStale(),
    give: () => void (isGiven = true),
  };
};

/** A handler may take longer than the group waits for a sign of life, so signs are given while it works. */
const whileBeating = async (
  { heartbeatIntervalMs }: PartitionReaderOptions,
  payload: EachBatchPayload,
  ownership: Ownership,
  work: () => Promise<void>,
): Promise<void> => {
  const timer = setInterval(() => {
    payload.heartbeat().catch((fault: unknown) => {
      if (fault instanceof Error && 'type' in fault && lostTypes.has(String(fault.type))) ownership.give();
    });
  }, heartbeatIntervalMs);
  try {
    await work();
  } finally {
    clearInterval(timer);
  }
};

/** A commit of a member that the group no longer counts is refused; kafkajs then joins again and reads from the last one. */
const commit = async (payload: EachBatchPayload, messages: readonly KafkaMessage[]): Promise<void> => {
  const last = messages.at(-1);
  if (last === undefined) return;
  const { topic, partition } = payload.batch;
  payload.resolveOffset(last.offset);
  const next = String(BigInt(last.offset) + 1n);
  await payload.commitOffsetsIfNecessary({ topics: [{ topic, partitions: [{ partition, offset: next }] }] });
  await payload.heartbeat();
};

const chunksOf = (messages: readonly KafkaMessage[], size: number): KafkaMessage[][] =>
  Array.from({ length: Math.ceil(messages.length / size) }, (_, index) =>
    messages.slice(index * size, (index + 1) * size),
  );
