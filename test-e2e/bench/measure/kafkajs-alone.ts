import { type OutgoingMessage } from '@repasse/chassis/bus/bus';
import { Kafka, logLevel } from 'kafkajs';

const batchMessages = 100;
const warmUpMs = 1_000;
const durationMs = 3_000;

/** Every replica in sync has the message before it counts, as for the relay. */
const acksFromAll = -1;

/** What the registry's wire format puts before the JSON. */
const schemaId = Buffer.from([0, 0, 0, 0, 1]);

/** The same bytes by the driver alone, in batches of a hundred, one after the other. */
export const rateOfKafkajs = async (brokers: string, messages: readonly OutgoingMessage[]): Promise<number> => {
  const kafka = new Kafka({ clientId: 'bench', brokers: brokers.split(','), logLevel: logLevel.ERROR });
  const producer = kafka.producer({ allowAutoTopicCreation: false });
  await producer.connect();
  const topic = messages[0]?.topic ?? '';
  const batch = messages.slice(0, batchMessages).map(({ key, headers, value }) => ({
    ...{ key, headers: { ...headers } },
    value: Buffer.concat([schemaId, Buffer.from(JSON.stringify(value))]),
  }));
  const sendFor = async (ms: number): Promise<number> => {
    const startedAtMs = performance.now();
    let sent = 0;
    while (performance.now() - startedAtMs < ms) {
      await producer.sendBatch({ acks: acksFromAll, topicMessages: [{ topic, messages: batch }] });
      sent += batch.length;
    }
    return sent / ((performance.now() - startedAtMs) / 1_000);
  };
  try {
    await sendFor(warmUpMs);
    return await sendFor(durationMs);
  } finally {
    await producer.disconnect();
  }
};
