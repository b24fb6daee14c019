import { randomUUID } from 'node:crypto';
import { type Consumer, type EachBatchPayload, type Kafka, type KafkaMessage } from 'kafkajs';
import { placeName, type IncomingMessage, type Place, type PlaceRange, type ReadOptions } from '../../bus';
import { textsOf, toIncoming } from './incoming';
import { briefRetry } from './kafka-client';
import { type ExplainFault } from '../refusals';
import { type SchemaCodec } from './schema-codec';

export interface KafkaReading {
  /** Its groups begin so, which is as far as its right to read reaches. */
  readonly service: string;
  readonly kafka: Kafka;
  readonly codec: SchemaCodec;
  readonly explain: ExplainFault;
}

/** A broker that gives nothing for so long is in trouble: joining a group takes seconds, and a fetch less. */
const silenceMsMax = 60_000;
const fetchWaitMsMax = 100;

/** As many as a consumer takes into one transaction. */
const messagesPerCallMax = 500;

/** Reads through ranges of partitions as the only member of a new group, which commits no offsets. */
export const readRanges = async (
  reading: KafkaReading,
  ranges: readonly PlaceRange[],
  { hasValues, onMessages }: ReadOptions,
): Promise<void> => {
  const asked = ranges.filter(({ fromOffset, toOffset }) => fromOffset < toOffset);
  if (asked.length === 0) return;
  const toMessage = (place: Place, message: KafkaMessage): Promise<IncomingMessage> =>
    hasValues ? toIncoming(reading.codec, place, message) : Promise.resolve(withoutValue(place, message));
  await readRaw(reading, asked, async (place, messages) =>
    onMessages(await Promise.all(messages.map((message) => toMessage(place, message)))),
  );
};

type OnRaw = (place: Place, messages: readonly KafkaMessage[]) => Promise<void>;

/** The same with messages as the broker has them. Every range has a message at least. */
export const readRaw = async (
  { service, kafka, explain }: Omit<KafkaReading, 'codec'>,
  ranges: readonly PlaceRange[],
  onRaw: OnRaw,
): Promise<void> => {
  const consumer = kafka.consumer({
    groupId: `${service}.replay.${randomUUID()}`,
    maxWaitTimeInMs: fetchWaitMsMax,
    allowAutoTopicCreation: false,
    retry: { ...briefRetry, restartOnFailure: () => Promise.resolve(false) },
  });
  try {
    await consumer.connect();
    await consumer.subscribe({ topics: [...new Set(ranges.map(({ topic }) => topic))], fromBeginning: true });
    await readThrough(consumer, ranges, onRaw);
  } catch (fault) {
    throw explain(fault);
  } finally {
    await consumer.disconnect().catch(() => undefined);
  }
};

const readThrough = (consumer: Consumer, ranges: readonly PlaceRange[], onRaw: OnRaw): Promise<void> =>
  new Promise<void>((resolve, reject) => {
    const left = new Map(ranges.map((range) => [placeName(range), range]));
    let isOver = false;
    const end = (settle: () => void): void => {
      isOver = true;
      clearTimeout(timer);
      settle();
    };
    const timer = setTimeout(
      () => end(() => reject(new Error(`${[...left.keys()].join(', ')} could not be read: the broker is silent.`))),
      silenceMsMax,
    );
    consumer.on(consumer.events.GROUP_JOIN, ({ payload }) => begin(consumer, left, payload.memberAssignment));
    consumer.on(consumer.events.CRASH, ({ payload }) => end(() => reject(payload.error)));
    const eachBatch = async (payload: EachBatchPayload): Promise<void> => {
      const range = left.get(placeName({ topic: payload.batch.topic, partition: payload.batch.partition }));
      if (range === undefined || isOver) return;
      timer.refresh();
      try {
        await hand(payload, range, onRaw);
      } catch (fault) {
        end(() => reject(asError(fault)));
        return;
      }
      timer.refresh();
      if (BigInt(payload.batch.lastOffset()) < BigInt(range.toOffset) - 1n) return;
      left.delete(placeName(range));
      consumer.pause([{ topic: range.topic, partitions: [range.partition] }]);
      if (left.size === 0) end(resolve);
    };
    consumer.run({ autoCommit: false, eachBatch }).catch((fault: unknown) => end(() => reject(asError(fault))));
  });

/** The group is assigned every partition; only those of the ranges are fetched, from where they begin. */
const begin = (consumer: Consumer, left: ReadonlyMap<string, PlaceRange>, assigned: Record<string, number[]>): void => {
  for (const [topic, partitions] of Object.entries(assigned)) {
    const others = partitions.filter((partition) => !left.has(placeName({ topic, partition })));
    if (others.length > 0) consumer.pause([{ topic, partitions: others }]);
  }
  for (const { topic, partition, fromOffset } of left.values()) {
    consumer.seek({ topic, partition, offset: String(fromOffset) });
  }
};

const hand = async (
  payload: EachBatchPayload,
  { topic, partition, fromOffset, toOffset }: PlaceRange,
  onRaw: OnRaw,
): Promise<void> => {
  const wanted = payload.batch.messages.filter(
    ({ offset }) => Number(offset) >= fromOffset && Number(offset) < toOffset,
  );
  for (let from = 0; from < wanted.length; from += messagesPerCallMax) {
    await onRaw({ topic, partition }, wanted.slice(from, from + messagesPerCallMax));
    await payload.heartbeat();
  }
};

const withoutValue = ({ topic, partition }: Place, message: KafkaMessage): IncomingMessage => ({
  ...{ topic, partition, offset: Number(message.offset), key: message.key?.toString() ?? '' },
  headers: textsOf(message.headers),
  value: undefined,
});

const asError = (fault: unknown): Error => (fault instanceof Error ? fault : new Error(String(fault)));
