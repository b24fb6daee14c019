import { type KafkaMessage } from 'kafkajs';
import { type IncomingMessage } from '../../bus';
import { partitionOf } from '../../internal/partitioner';
import { toIncoming } from './incoming';
import { readRaw, type KafkaReading } from './read-ranges';

export interface TopicOffsets {
  readonly partition: number;
  readonly low: string;
  readonly high: string;
}

interface Wanted {
  readonly topic: string;
  readonly key: string;
  readonly offsets: readonly TopicOffsets[];
}

/**
 * Everything a topic holds for one key. Kafka has no index by key, so the key's partition is read from its beginning to
 * the end it had at the call. Only the key's messages are decoded.
 */
export const replayKey = async (
  reading: KafkaReading,
  { topic, key, offsets }: Wanted,
): Promise<readonly IncomingMessage[]> => {
  const partition = partitionOf(key, offsets.length);
  const range = offsets.find((one) => one.partition === partition);
  if (range === undefined || range.low === range.high) return [];
  const found: KafkaMessage[] = [];
  const whole = { topic, partition, fromOffset: Number(range.low), toOffset: Number(range.high) };
  await readRaw(reading, [whole], async (_, messages) => {
    found.push(...messages.filter((message) => message.key?.toString() === key));
  });
  try {
    return await Promise.all(found.map((message) => toIncoming(reading.codec, { topic, partition }, message)));
  } catch (fault) {
    throw reading.explain(fault);
  }
};
