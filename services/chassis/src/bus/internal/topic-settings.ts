import { topics } from '@repasse/contracts';

export interface TopicSettings {
  readonly name: string;
  readonly partitions: number;
  /** -1 keeps messages for ever. */
  readonly retentionMs: number;
}

const byName = new Map<string, TopicSettings>(
  topics.flatMap((topic) => [topic, topic.deadLetter]).map((settings) => [settings.name, settings]),
);

export const allTopicSettings: readonly TopicSettings[] = [...byName.values()];

/** The settings in topics.yaml of a topic or its dead letters; a topic missing there is a mistake in the code. */
export const topicSettings = (topic: string): TopicSettings => {
  const settings = byName.get(topic);
  if (settings === undefined) throw new Error(`The topic ${topic} is not in topics.yaml.`);
  return settings;
};
