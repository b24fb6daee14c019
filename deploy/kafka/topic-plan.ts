import { topics } from '@repasse/contracts';

export interface WantedTopic {
  readonly name: string;
  readonly partitions: number;
  readonly retentionMs: number;
}

/** A topic as a cluster has it. */
export interface FoundTopic {
  readonly name: string;
  readonly partitions: number;
  /** Copies of each partition. */
  readonly copies: number;
  readonly configs: ReadonlyMap<string, string>;
  /** The names of those that were set on this topic; the others are the broker's defaults. */
  readonly ownConfigs: readonly string[];
}

export interface ConfigChange {
  readonly topic: string;
  readonly config: string;
  readonly from: string;
  readonly to: string;
}

export interface PartitionChange {
  readonly topic: string;
  readonly from: number;
  readonly to: number;
}

export interface TopicPlan {
  readonly create: readonly WantedTopic[];
  readonly configs: readonly ConfigChange[];
  readonly partitions: readonly PartitionChange[];
  /** Differences that stay, one line each. */
  readonly refused: readonly string[];
  /** Worth knowing, and not held against contracts/topics.yaml. */
  readonly notes: readonly string[];
}

export interface PlanOptions {
  /** Only while no service runs and everything is read: see docs/operations/adding-partitions.md. */
  readonly addsPartitions: boolean;
  readonly brokers: number;
}

/** Read at each call: contracts/topics.yaml as this build has it. */
export const wantedTopics = (): readonly WantedTopic[] => topics.flatMap((topic) => [topic, topic.deadLetter]);

export const wantedConfigs = ({ retentionMs }: WantedTopic): ReadonlyMap<string, string> =>
  new Map([
    ['cleanup.policy', 'delete'],
    ['retention.ms', String(retentionMs)],
  ]);

/** With fewer copies a cluster of several brokers cannot lose one. */
const copiesMin = 3;

/** The way from the topics that are there to those of contracts/topics.yaml. A topic that it does not name is left alone. */
export const planTopics = (
  wanted: readonly WantedTopic[],
  found: readonly FoundTopic[],
  { addsPartitions, brokers }: PlanOptions,
): TopicPlan => {
  const byName = new Map(found.map((topic) => [topic.name, topic]));
  const pairs = wanted.flatMap((topic) => {
    const there = byName.get(topic.name);
    return there === undefined ? [] : [{ topic, there }];
  });
  const short = pairs.filter(({ topic, there }) => there.partitions < topic.partitions);
  return {
    create: wanted.filter(({ name }) => !byName.has(name)),
    configs: pairs.flatMap(({ topic, there }) => configChanges(topic, there)),
    partitions: addsPartitions
      ? short.map(({ topic: { name, partitions }, there }) => ({ topic: name, from: there.partitions, to: partitions }))
      : [],
    refused: pairs.flatMap(({ topic, there }) => refusals(topic, there, addsPartitions)),
    notes: pairs.flatMap(({ there }) => copiesNote(there, brokers)),
  };
};

const configChanges = (topic: WantedTopic, { configs }: FoundTopic): ConfigChange[] =>
  [...wantedConfigs(topic)].flatMap(([config, to]) => {
    const from = configs.get(config) ?? '?';
    return from === to ? [] : [{ topic: topic.name, config, from, to }];
  });

const refusals = ({ name, partitions }: WantedTopic, there: FoundTopic, addsPartitions: boolean): string[] => {
  if (there.partitions === partitions) return [];
  const difference = `${name} has ${there.partitions} partitions instead of ${partitions}`;
  if (there.partitions > partitions) return [`${difference}, and none can be taken away`];
  return addsPartitions ? [] : [`${difference}; see docs/operations/adding-partitions.md before --add-partitions`];
};

const copiesNote = ({ name, copies }: FoundTopic, brokers: number): string[] =>
  brokers < copiesMin || copies >= copiesMin
    ? []
    : [`${name} has ${copies} of ${copiesMin} copies: move it by kafka-reassign-partitions.sh`];

export const isEmptyPlan = ({ create, configs, partitions }: TopicPlan): boolean =>
  create.length + configs.length + partitions.length === 0;

/** A line for each change, as a person reads it before --apply. */
export const planLines = ({ create, configs, partitions, refused, notes }: TopicPlan): readonly string[] => [
  ...create.map((topic) => {
    const set = [...wantedConfigs(topic)].map(([name, value]) => `${name}=${value}`);
    return `+ ${topic.name}: ${topic.partitions} partition(s), ${set.join(', ')}`;
  }),
  ...configs.map((change) => `~ ${change.topic}: ${change.config}=${change.to}, was ${change.from}${loss(change)}`),
  ...partitions.map(({ topic, from, to }) => `~ ${topic}: ${to} partitions, were ${from}; keys move between them`),
  ...refused.map((line) => `! ${line}`),
  ...notes.map((line) => `  ${line}`),
];

/** Messages that are older than the new period go within minutes, and nothing brings them back. */
const loss = ({ config, from, to }: ConfigChange): string => {
  if (config !== 'retention.ms' || to === '-1') return '';
  return from === '-1' || Number(to) < Number(from) ? '; OLDER MESSAGES ARE DELETED' : '';
};
