import { randomUUID } from 'node:crypto';
import { type Consumer, type EachBatchPayload, type Kafka, type KafkaMessage } from 'kafkajs';
import { type IncomingMessage } from '../bus';
import { partitionOf } from '../partitioner';
import { toIncoming } from './incoming';
import { briefRetry } from './kafka-client';
import { type ExplainFault } from './refusals';
import { type SchemaCodec } from './schema-codec';

/** Long enough to read a partition of about ten million messages; an operator should look into a larger one. */
const replayTimeoutMs = 120_000;
const fetchWaitMsMax = 100;

export interface TopicOffsets {
  readonly partition: number;
  readonly low: string;
  readonly high: string;
}

/**
 * Everything a topic holds for one key. Kafka has no index by key, so the key's partition is read from its beginning to
 * the end it had at the call, by the only member of a new group, which commits no offsets.
 */
export const replayKey = async (
  { kafka, codec, explain }: { readonly kafka: Kafka; readonly codec: SchemaCodec; readonly explain: ExplainFault },
  { topic, key, offsets }: { readonly topic: string; readonly key: string; readonly offsets: readonly TopicOffsets[] },
): Promise<readonly IncomingMessage[]> => {
  const partition = partitionOf(key, offsets.length);
  const range = offsets.find((one) => one.partition === partition);
  if (range === undefined || range.low === range.high) return [];

  const consumer = kafka.consumer({
    groupId: `replay.${randomUUID()}`,
    maxWaitTimeInMs: fetchWaitMsMax,
    allowAutoTopicCreation: false,
    retry: { ...briefRetry, restartOnFailure: () => Promise.resolve(false) },
  });
  try {
    const messages = await readThrough(consumer, { topic, partition, end: BigInt(range.high), key });
    return await Promise.all(messages.map((message) => toIncoming(codec, { topic, partition }, message)));
  } catch (fault) {
    throw explain(fault);
  } finally {
    await consumer.disconnect().catch(() => undefined);
  }
};

interface Wanted {
  readonly topic: string;
  readonly partition: number;
  readonly end: bigint;
  readonly key: string;
}

const readThrough = async (consumer: Consumer, wanted: Wanted): Promise<KafkaMessage[]> => {
  const found: KafkaMessage[] = [];
  await consumer.connect();
  await consumer.subscribe({ topic: wanted.topic, fromBeginning: true });
  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => {
      reject(new Error(`${wanted.topic} could not be read through in ${replayTimeoutMs / 1000} s.`));
    }, replayTimeoutMs);
    const end = (settle: () => void): void => {
      clearTimeout(timer);
      settle();
    };
    consumer.on(consumer.events.GROUP_JOIN, ({ payload }) => leaveOut(consumer, wanted, payload.memberAssignment));
    consumer.on(consumer.events.CRASH, ({ payload }) => end(() => reject(payload.error)));
    const eachBatch = async (payload: EachBatchPayload): Promise<void> => {
      if (take(payload, wanted, found)) end(resolve);
    };
    consumer.run({ autoCommit: false, eachBatch }).catch((fault: unknown) => end(() => reject(asError(fault))));
  });
  return found;
};

/** The group is assigned every partition; only the key's is fetched. */
const leaveOut = (consumer: Consumer, { topic, partition }: Wanted, assigned: Record<string, number[]>): void => {
  const others = (assigned[topic] ?? []).filter((one) => one !== partition);
  if (others.length > 0) consumer.pause([{ topic, partitions: others }]);
};

const asError = (fault: unknown): Error => (fault instanceof Error ? fault : new Error(String(fault)));

/** True when the end is reached. */
const take = ({ batch }: EachBatchPayload, { partition, end, key }: Wanted, found: KafkaMessage[]): boolean => {
  if (batch.partition !== partition) return false;
  for (const message of batch.messages) {
    if (BigInt(message.offset) < end && message.key?.toString() === key) found.push(message);
  }
  return BigInt(batch.lastOffset()) >= end - 1n;
};
