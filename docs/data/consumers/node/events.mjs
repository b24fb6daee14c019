import { randomUUID } from 'node:crypto';
import { Kafka, logLevel } from 'kafkajs';

/** A zero and the schema's id in four bytes stand before the JSON. */
const headLength = 5;

export const decode = (message) => JSON.parse(message.value.toString('utf8', headLength));

/** A cluster with TLS and passwords takes its settings here: `ssl`, `sasl`. */
const openKafka = () =>
  new Kafka({ clientId: 'data-team', brokers: process.env.KAFKA_BROKERS.split(','), logLevel: logLevel.WARN });

/** Gives every event that is in the topics now to `onEvent(event)`, once, in the order of its partition. */
export const readUntilNow = async (topics, onEvent) => {
  const kafka = openKafka();
  const ends = await endsOf(kafka, topics);
  if (ends.size === 0) return;
  // kafkajs reads in groups only. This one is new each time and stores no offset, so it begins at the oldest message.
  const consumer = kafka.consumer({ groupId: `data.totals-${randomUUID()}`, maxWaitTimeInMs: 100 });
  await consumer.connect();
  try {
    await consumer.subscribe({ topics, fromBeginning: true });
    await readTo(consumer, ends, once(onEvent));
  } finally {
    await consumer.disconnect();
  }
};

/** The offset behind the last message of each partition that has one. */
const endsOf = async (kafka, topics) => {
  const admin = kafka.admin();
  await admin.connect();
  try {
    const ends = new Map();
    for (const topic of topics) {
      for (const { partition, low, high } of await admin.fetchTopicOffsets(topic)) {
        if (BigInt(high) > BigInt(low)) ends.set(`${topic}/${partition}`, BigInt(high));
      }
    }
    return ends;
  } finally {
    await admin.disconnect();
  }
};

const readTo = (consumer, ends, onEvent) =>
  new Promise((resolve, reject) => {
    const left = new Set(ends.keys());
    const eachBatch = async ({ batch, heartbeat }) => {
      const place = `${batch.topic}/${batch.partition}`;
      const end = ends.get(place);
      if (end === undefined) return;
      for (const message of batch.messages) {
        if (BigInt(message.offset) < end) await onEvent(eventOf(batch.topic, message));
      }
      if (BigInt(batch.lastOffset()) >= end - 1n) left.delete(place);
      if (left.size === 0) resolve();
      await heartbeat();
    };
    // A fault of `onEvent` would be tried again for ever; this program ends with it.
    const orEnd = (batch) => eachBatch(batch).catch(reject);
    consumer.run({ autoCommit: false, eachBatch: orEnd }).catch(reject);
  });

const eventOf = (topic, { key, headers, value }) => ({
  topic,
  key: String(key),
  headers: Object.fromEntries(Object.entries(headers).map(([name, bytes]) => [name, String(bytes)])),
  value,
});

/** Leaves out what a producer has sent twice. Each topic counts the positions of a subject on its own. */
const once = (onEvent) => {
  const seen = new Map();
  return (event) => {
    const place = `${event.topic}/${event.headers.ce_subject}`;
    const position = Number(event.headers.ce_position);
    if (position <= (seen.get(place) ?? 0)) return undefined;
    seen.set(place, position);
    return onEvent(event);
  };
};
