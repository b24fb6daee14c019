import { setTimeout as pause } from 'node:timers/promises';
import { ConfigResourceTypes, ConfigSource, type Admin } from 'kafkajs';
import { wantedConfigs, type ConfigChange, type FoundTopic, type PartitionChange, type TopicPlan } from './topic-plan';

const createTimeoutMs = 30_000;
const showLooksMax = 50;
const showIntervalMs = 100;
/** Leaves the number of copies to the broker's own default: one on a laptop, three in production. */
const brokersDefaultReplication = -1;

/** Those of the named topics that are there. */
export const findTopics = async (admin: Admin, names: readonly string[]): Promise<readonly FoundTopic[]> => {
  const existing = new Set(await admin.listTopics());
  const present = names.filter((name) => existing.has(name));
  if (present.length === 0) return [];
  const { topics } = await admin.fetchTopicMetadata({ topics: present });
  const { resources } = await admin.describeConfigs({
    includeSynonyms: false,
    resources: present.map((name) => ({ type: ConfigResourceTypes.TOPIC, name })),
  });
  return topics.map(({ name, partitions }) => {
    const entries = resources.find(({ resourceName }) => resourceName === name)?.configEntries ?? [];
    const own = entries.filter(({ configSource }) => configSource === ConfigSource.TOPIC_CONFIG);
    return {
      name,
      partitions: partitions.length,
      copies: Math.min(...partitions.map(({ replicas }) => replicas.length)),
      configs: new Map(entries.map(({ configName, configValue }) => [configName, configValue])),
      ownConfigs: own.map(({ configName }) => configName),
    };
  });
};

export const carryOut = async (admin: Admin, plan: TopicPlan, found: readonly FoundTopic[]): Promise<void> => {
  if (plan.create.length > 0) await create(admin, plan);
  if (plan.configs.length > 0) await setConfigs(admin, plan.configs, found);
  if (plan.partitions.length > 0) await addPartitions(admin, plan.partitions);
};

const create = async (admin: Admin, plan: TopicPlan): Promise<void> => {
  await admin.createTopics({
    timeout: createTimeoutMs,
    waitForLeaders: true,
    topics: plan.create.map((topic) => ({
      topic: topic.name,
      numPartitions: topic.partitions,
      replicationFactor: brokersDefaultReplication,
      configEntries: [...wantedConfigs(topic)].map(([name, value]) => ({ name, value })),
    })),
  });
};

/** The request replaces all settings of a topic, so it repeats those that an operator made. */
const setConfigs = async (
  admin: Admin,
  changes: readonly ConfigChange[],
  found: readonly FoundTopic[],
): Promise<void> => {
  const resources = found.flatMap(({ name, configs, ownConfigs }) => {
    const changed = changes.filter(({ topic }) => topic === name);
    if (changed.length === 0) return [];
    const values = new Map(ownConfigs.map((own) => [own, configs.get(own) ?? '']));
    for (const { config, to } of changed) values.set(config, to);
    const configEntries = [...values].map(([config, value]) => ({ name: config, value }));
    return [{ type: ConfigResourceTypes.TOPIC, name, configEntries }];
  });
  await admin.alterConfigs({ validateOnly: false, resources });
};

/** Adds the partitions that topics lack. */
const addPartitions = async (admin: Admin, changes: readonly PartitionChange[]): Promise<void> => {
  await admin.createPartitions({
    timeout: createTimeoutMs,
    topicPartitions: changes.map(({ topic, to }) => ({ topic, count: to })),
  });
  // The broker shows a new partition a moment after it has confirmed it.
  for (let looks = 0; looks < showLooksMax; looks += 1) {
    const { topics } = await admin.fetchTopicMetadata({ topics: changes.map(({ topic }) => topic) });
    const shown = new Map(topics.map(({ name, partitions }) => [name, partitions.length]));
    if (changes.every(({ topic, to }) => shown.get(topic) === to)) return;
    await pause(showIntervalMs);
  }
};
