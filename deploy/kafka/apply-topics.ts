import { setTimeout as pause } from 'node:timers/promises';
import { BusRefusedError, explainKafkaFault } from '@repasse/chassis/bus/kafka/refusals';
import { securityOf } from '@repasse/chassis/bus/kafka/kafka-security';
import { readConfig } from '@repasse/chassis/config/config';
import { kafkaSecurity, kafkaSecurityFaults, type KafkaSecurity } from '@repasse/chassis/config/kafka-settings';
import { topics } from '@repasse/contracts';
import { ConfigResourceTypes, ConfigSource, Kafka, logLevel, type Admin } from 'kafkajs';

/** A broker that has just started may need a few tries before it knows itself as the leader of anything. */
const commandRetry = { initialRetryTime: 200, maxRetryTime: 2_000, retries: 10 };
/** As long as a broker may take to start. kafkajs itself would repeat for as long what a wrong setting has made fail. */
const connectTriesMax = 10;
const connectIntervalMs = 1_500;
const createTimeoutMs = 30_000;
const showLooksMax = 50;
const showIntervalMs = 100;
/** Leaves the number of copies to the broker's own default: one on a laptop, three in production. */
const brokersDefaultReplication = -1;

export interface TopicReport {
  readonly created: readonly string[];
  readonly unchanged: readonly string[];
  /** Topics that keep their messages for another time now, one line each. */
  readonly changed: readonly string[];
  /** What differs from contracts/topics.yaml, one line each. Nothing is changed: another number of partitions breaks the order of keys. */
  readonly differences: readonly string[];
}

interface WantedTopic {
  readonly name: string;
  readonly partitions: number;
  readonly retentionMs: number;
}

/**
 * Creates the topics of contracts/topics.yaml that are missing, and has those that are there keep messages as long as it
 * says. A second run changes nothing.
 */
export const applyTopics = async ({
  brokers,
  security,
  addsPartitions = false,
}: {
  readonly brokers: readonly string[];
  readonly security?: KafkaSecurity;
  /** Only while no service runs and everything is read: see docs/operations/adding-partitions.md. */
  readonly addsPartitions?: boolean;
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
    return await applyWith(admin, addsPartitions);
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

const applyWith = async (admin: Admin, addsPartitions: boolean): Promise<TopicReport> => {
  const existing = new Set(await admin.listTopics());
  const missing = wantedTopics.filter(({ name }) => !existing.has(name));
  if (missing.length > 0) await create(admin, missing);

  const present = wantedTopics.filter(({ name }) => existing.has(name));
  const isChanged = new Map<string, string>();
  if (present.length > 0) for (const [name, line] of await keepAsLong(admin, present)) isChanged.set(name, line);
  if (addsPartitions) for (const [name, line] of await addPartitions(admin, present)) isChanged.set(name, line);
  return {
    created: missing.map(({ name }) => name),
    unchanged: present.map(({ name }) => name).filter((name) => !isChanged.has(name)),
    changed: [...isChanged.values()],
    differences: present.length === 0 ? [] : await differencesOf(admin, present),
  };
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
  const found = await partitionsOf(admin, present);
  return present.flatMap(({ name, partitions }) => {
    const partitionsFound = found.get(name) ?? 0;
    return partitionsFound === partitions ? [] : [`${name} has ${partitionsFound} partitions instead of ${partitions}`];
  });
};

/** Adds the partitions that topics lack. None can be taken away. Returns a line for each topic. */
const addPartitions = async (admin: Admin, present: readonly WantedTopic[]): Promise<ReadonlyMap<string, string>> => {
  const found = await partitionsOf(admin, present);
  const short = present.filter(({ name, partitions }) => (found.get(name) ?? partitions) < partitions);
  if (short.length === 0) return new Map();
  await admin.createPartitions({
    timeout: createTimeoutMs,
    topicPartitions: short.map(({ name, partitions }) => ({ topic: name, count: partitions })),
  });
  // The broker shows a new partition a moment after it has confirmed it.
  for (let looks = 0; looks < showLooksMax; looks += 1) {
    const shown = await partitionsOf(admin, short);
    if (short.every(({ name, partitions }) => shown.get(name) === partitions)) break;
    await pause(showIntervalMs);
  }
  return new Map(short.map(({ name, partitions }) => [name, `${name} has ${partitions} partitions now`]));
};

const partitionsOf = async (admin: Admin, of: readonly WantedTopic[]): Promise<ReadonlyMap<string, number>> => {
  const { topics: found } = await admin.fetchTopicMetadata({ topics: of.map(({ name }) => name) });
  return new Map(found.map(({ name, partitions }) => [name, partitions.length]));
};

/** Changes the retention of topics that have another one. Returns a line for each, by topic. */
const keepAsLong = async (admin: Admin, present: readonly WantedTopic[]): Promise<ReadonlyMap<string, string>> => {
  const { resources } = await admin.describeConfigs({
    includeSynonyms: false,
    resources: present.map(({ name }) => ({ type: ConfigResourceTypes.TOPIC, name })),
  });
  const changes = present.flatMap(({ name, retentionMs }) => {
    const entries = resources.find(({ resourceName }) => resourceName === name)?.configEntries ?? [];
    const found = entries.find(({ configName }) => configName === retention)?.configValue;
    if (found === String(retentionMs)) return [];
    // This request replaces all settings of a topic, so it repeats those that an operator made.
    const others = entries.filter(
      (one) => one.configSource === ConfigSource.TOPIC_CONFIG && one.configName !== retention,
    );
    const kept = others.map(({ configName, configValue }) => ({ name: configName, value: configValue }));
    const line = `${name} keeps messages ${retentionMs} ms and not ${found ?? '?'} any more`;
    return [{ name, line, configEntries: [...kept, { name: retention, value: String(retentionMs) }] }];
  });
  if (changes.length > 0) {
    const altered = changes.map(({ name, configEntries }) => ({
      type: ConfigResourceTypes.TOPIC,
      name,
      configEntries,
    }));
    await admin.alterConfigs({ validateOnly: false, resources: altered });
  }
  return new Map(changes.map(({ name, line }) => [name, line]));
};

const retention = 'retention.ms';

const main = async (): Promise<void> => {
  const brokers = process.env['KAFKA_BROKERS'];
  if (brokers === undefined || brokers === '') throw new Error('KAFKA_BROKERS is not set: a list like kafka:9092.');
  const { created, unchanged, changed, differences } = await applyTopics({
    brokers: brokers.split(','),
    security: readConfig(process.env, kafkaSecurity, kafkaSecurityFaults),
    addsPartitions: process.argv.includes('--add-partitions'),
  });
  process.stdout.write(`Topics: ${created.length} created, ${unchanged.length} were there.\n`);
  for (const change of changed) process.stdout.write(`Changed: ${change}.\n`);
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
