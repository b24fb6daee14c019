import { type Kafka, type Message, type Producer, type TopicMessages } from 'kafkajs';
import { type OutgoingMessage } from '../../bus';
import { createInTurn } from '../../../waiting/in-turn';
import { UnpublishableError } from '../../internal/unpublishable';
import { partitionOf } from '../../internal/partitioner';
import { briefRetry } from './kafka-client';
import { type ExplainFault } from '../refusals';
import { InvalidMessageError, type SchemaCodec } from './schema-codec';

/** Every replica in sync has the message before it counts as published. */
const acksFromAll = -1;
/** Half of what a broker takes as one batch by default (1 MiB); more is sent in several requests. */
const requestBytesMax = 512 * 1024;

export interface Publisher {
  publish(messages: readonly OutgoingMessage[]): Promise<void>;
  close(): Promise<void>;
}

export const createPublisher = (kafka: Kafka, codec: SchemaCodec, explain: ExplainFault): Publisher => {
  const producers = createProducers(kafka, explain);
  const inTurn = createInTurn();

  const send = async (messages: readonly OutgoingMessage[]): Promise<void> => {
    const encoded = await encodeAll(codec, messages);
    for (const part of bySize(encoded)) await sendPart(producers, part);
  };
  return {
    // One call after the other: two at once could overtake each other when the first has to be repeated.
    publish: (messages) => inTurn(() => send(messages)),
    close: () => inTurn(() => producers.close()),
  };
};

/** Finds the messages that the broker will never take: those that it refuses when each comes alone. */
const sendPart = async (producers: Producers, part: readonly EncodedMessage[]): Promise<void> => {
  try {
    await producers.send(toTopicMessages(part));
  } catch (fault) {
    if (!isTooLarge(fault)) throw fault;
    const [first] = part;
    if (part.length === 1 && first !== undefined) {
      const reason = `The broker does not take a message of ${first.bytes} bytes for ${first.topic}.`;
      throw new UnpublishableError(new Map([[first.outgoing, reason]]), { cause: fault });
    }
    await sendEach(producers, part);
  }
};

const tooLarge: ReadonlySet<unknown> = new Set(['MESSAGE_TOO_LARGE', 'RECORD_LIST_TOO_LARGE']);

/** kafkajs wraps the broker's answer. */
const isTooLarge = (fault: unknown): boolean =>
  fault instanceof Error && (('type' in fault && tooLarge.has(fault.type)) || isTooLarge(fault.cause));

const sendEach = async (producers: Producers, part: readonly EncodedMessage[]): Promise<void> => {
  const reasons = new Map<OutgoingMessage, string>();
  for (const one of part) {
    try {
      await sendPart(producers, [one]);
    } catch (fault) {
      if (!(fault instanceof UnpublishableError)) throw fault;
      for (const [message, reason] of fault.reasons) reasons.set(message, reason);
    }
  }
  if (reasons.size > 0) throw new UnpublishableError(reasons);
};

interface Producers {
  send(topicMessages: TopicMessages[]): Promise<void>;
  close(): Promise<void>;
}

/**
 * The producer is idempotent, so kafkajs's own retries are written once. But its tries are limited, and after a failed
 * send it is unknown whether the broker has the batch: the next batch under the same number would be taken for a
 * duplicate and dropped. So a producer whose send failed is discarded. Messages that the caller publishes again may
 * then be in the topic twice, which consumers expect; none is lost.
 */
const createProducers = (kafka: Kafka, explain: ExplainFault): Producers => {
  let current: Promise<Producer> | undefined;

  const connect = async (): Promise<Producer> => {
    const producer = kafka.producer({
      idempotent: true,
      maxInFlightRequests: 1,
      allowAutoTopicCreation: false,
      createPartitioner,
      retry: briefRetry,
    });
    await producer.connect();
    return producer;
  };
  const discard = async (): Promise<void> => {
    const discarded = current;
    current = undefined;
    await discarded?.then((producer) => producer.disconnect()).catch(() => undefined);
  };
  return {
    send: async (topicMessages) => {
      try {
        current ??= connect();
        await (await current).sendBatch({ acks: acksFromAll, topicMessages });
      } catch (fault) {
        await discard();
        throw explain(fault);
      }
    },
    close: discard,
  };
};

const createPartitioner =
  () =>
  ({ message, partitionMetadata }: { message: Message; partitionMetadata: readonly unknown[] }): number =>
    partitionOf(String(message.key), partitionMetadata.length);

interface EncodedMessage {
  readonly outgoing: OutgoingMessage;
  readonly topic: string;
  readonly message: Message;
  readonly bytes: number;
}

/** Nothing is sent where one of them can never be. */
const encodeAll = async (codec: SchemaCodec, messages: readonly OutgoingMessage[]): Promise<EncodedMessage[]> => {
  const reasons = new Map<OutgoingMessage, string>();
  const encoded = await Promise.all(
    messages.map((message) =>
      encode(codec, message).catch((fault: unknown) => {
        if (!(fault instanceof InvalidMessageError)) throw fault;
        reasons.set(message, fault.message);
        return undefined;
      }),
    ),
  );
  if (reasons.size > 0) throw new UnpublishableError(reasons);
  return encoded.filter((one) => one !== undefined);
};

const encode = async (codec: SchemaCodec, outgoing: OutgoingMessage): Promise<EncodedMessage> => {
  const { topic, key, headers } = outgoing;
  const value = await codec.encode(outgoing);
  return { outgoing, topic, message: { key, headers: { ...headers }, value }, bytes: value.length };
};

/** Parts in order, within the limit; a message that exceeds it alone is a part of its own. */
const bySize = (encoded: readonly EncodedMessage[]): EncodedMessage[][] => {
  const parts: EncodedMessage[][] = [];
  let bytes = requestBytesMax;
  for (const one of encoded) {
    bytes += one.bytes;
    if (bytes > requestBytesMax) {
      parts.push([]);
      bytes = one.bytes;
    }
    parts.at(-1)?.push(one);
  }
  return parts;
};

const toTopicMessages = (part: readonly EncodedMessage[]): TopicMessages[] => {
  const byTopic = new Map<string, Message[]>();
  for (const { topic, message } of part) {
    const messages = byTopic.get(topic);
    if (messages === undefined) byTopic.set(topic, [message]);
    else messages.push(message);
  }
  return [...byTopic].map(([topic, messages]) => ({ topic, messages }));
};
