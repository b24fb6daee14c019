import { setTimeout as pause } from 'node:timers/promises';
import { BusRefusedError, explainKafkaFault } from '@repasse/chassis/bus/kafka/refusals';
import { securityOf } from '@repasse/chassis/bus/kafka/kafka-security';
import { readConfig } from '@repasse/chassis/config/config';
import { kafkaSecurity, kafkaSecurityFaults, type KafkaSecurity } from '@repasse/chassis/config/kafka-settings';
import { topics } from '@repasse/contracts';
import { ConfigResourceTypes, Kafka, logLevel, type Admin } from 'kafkajs';

/** A broker that has just started may need a few tries before it knows itself as the leader of anything. */
const commandRetry = { initialRetryTime: 200, maxRetryTime: 2_000, retries: 10 };
/** As long as a broker may take to start. kafkajs itself would repeat for as long what a wrong setting has made fail. */
const connectTriesMax = 10;
const connectIntervalMs = 1_500;
const createTimeoutMs = 30_000;
/** Leaves the number of copies to the broker's own default: one on a laptop, three in production. */
const brokersDefaultReplication = -1;

export interface TopicReport {
  readonly created: readonly string[];
  readonly unchanged: readonly string[];
  /** What differs from contracts/topics.yaml, one line each. Nothing is changed: another number of partitions breaks the order of keys. */
  readonly differences: readonly string[];
}

interface WantedTopic {
  readonly name: string;
  readonly partitions: number;
  readonly retentionMs: number;
}

/** Creates the topics of contracts/topics.yaml that are missing. A second run changes nothing. */
export const applyTopics = async ({
  brokers,
  security,
}: {
  readonly brokers: readonly string[];
  readonly security?: KafkaSecurity;
}): Promise<TopicReport> => {
  const options = {
    ...(security && securityOf(security)),
    clientId: 'repasse-deploy',
    brokers: [...brokers],
    logLevel: logLevel.NOTHING,
  };
  await awaitBroker(new Kafka({ ...options, retry: { retries: 0 } }));
  const admin = new Kafka({ ...options, retry: commandRetry }).admin();
  try {
    await admin.connect();
    return await applyWith(admin);
  } catch (fault) {
    throw explainKafkaFault(fault, false);
  } finally {
    await admin.disconnect();
  }
};

/** Waits for a broker that is not there yet, and for none that refuses this client: that is told at once. */
const awaitBroker = async (kafka: Kafka): Promise<void> => {
  for (let tries = 1; ; tries += 1) {
    const admin = kafka.admin();
    try {
      await admin.connect();
      return;
    } catch (fault) {
      const explained = explainKafkaFault(fault, false);
      if (explained instanceof BusRefusedError || tries === connectTriesMax) throw explained;
      await pause(connectIntervalMs);
    } finally {
      await admin.disconnect();
    }
  }
};

const wantedTopics: readonly WantedTopic[] = topics.flatMap((topic) => [topic, topic.deadLetter]);

const applyWith = async (admin: Admin): Promise<TopicReport> => {
  const existing = new Set(await admin.listTopics());
  const missing = wantedTopics.filter(({ name }) => !existing.has(name));
  if (missing.length > 0) await create(admin, missing);

  const unchanged = wantedTopics.filter(({ name }) => existing.has(name));
  const differences = unchanged.length === 0 ? [] : await differencesOf(admin, unchanged);
  return { created: missing.map(({ name }) => name), unchanged: unchanged.map(({ name }) => name), differences };
};

const create = async (admin: Admin, missing: readonly WantedTopic[]): Promise<void> => {
  await admin.createTopics({
    timeout: createTimeoutMs,
    waitForLeaders: true,
    topics: missing.map(({ name, partitions, retentionMs }) => ({
      topic: name,
      numPartitions: partitions,
      replicationFactor: brokersDefaultReplication,
      configEntries: [
        { name: 'cleanup.policy', value: 'delete' },
        { name: 'retention.ms', value: String(retentionMs) },
      ],
    })),
  });
};

const differencesOf = async (admin: Admin, present: readonly WantedTopic[]): Promise<string[]> => {
  const { topics: found } = await admin.fetchTopicMetadata({ topics: present.map(({ name }) => name) });
  const retention = await retentionOf(admin, present);
  return present.flatMap(({ name, partitions, retentionMs }) => {
    const partitionsFound = found.find((topic) => topic.name === name)?.partitions.length;
    const retentionFound = retention.get(name);
    return [
      ...(partitionsFound === partitions
        ? []
        : [`${name} has ${partitionsFound ?? 0} partitions instead of ${partitions}`]),
      ...(retentionFound === String(retentionMs)
        ? []
        : [`${name} keeps messages ${retentionFound ?? '?'} ms instead of ${retentionMs}`]),
    ];
  });
};

const retentionOf = async (admin: Admin, present: readonly WantedTopic[]): Promise<Map<string, string>> => {
  const { resources } = await admin.describeConfigs({
    includeSynonyms: false,
    resources: present.map(({ name }) => ({
      type: ConfigResourceTypes.TOPIC,
      name,
      configNames: ['retention.ms'],
    })),
  });
  return new Map(
    resources.map(({ resourceName, configEntries }) => [resourceName, configEntries[0]?.configValue ?? '?']),
  );
};

const main = async (): Promise<void> => {
  const brokers = process.env['KAFKA_BROKERS'];
  if (brokers === undefined || brokers === '') throw new Error('KAFKA_BROKERS is not set: a list like kafka:9092.');
  const { created, unchanged, differences } = await applyTopics({
    brokers: brokers.split(','),
    security: readConfig(process.env, kafkaSecurity, kafkaSecurityFaults),
  });
  process.stdout.write(`Topics: ${created.length} created, ${unchanged.length} were there.\n`);
  for (const difference of differences) process.stderr.write(`Differs from contracts/topics.yaml: ${difference}.\n`);
  process.exitCode = differences.length === 0 ? 0 : 1;
};

if (require.main === module) {
  main().catch((fault: unknown) => {
    process.stderr.write(
      `The topics could not be applied: ${fault instanceof Error ? fault.message : String(fault)}\n`,
    );
    process.exitCode = 1;
  });
}
