import { readGenerated } from './package-root';

export interface DeadLetterTopic {
  readonly name: string;
  readonly partitions: number;
  readonly retentionMs: number;
}

export interface Topic {
  readonly name: string;
  /** The one service that publishes here. */
  readonly owner: string;
  /** The services that read it; each has its own consumer group. */
  readonly consumers: readonly string[];
  /** The field of the event's data that is the message key. */
  readonly key: string;
  readonly partitions: number;
  /** -1 keeps messages for ever. */
  readonly retentionMs: number;
  readonly deadLetter: DeadLetterTopic;
}

export const topics: readonly Topic[] = (readGenerated('topics.json') as { topics: Topic[] }).topics;

export const topicNamed = (name: string): Topic => {
  const topic = topics.find((each) => each.name === name);
  if (topic === undefined) throw new Error(`The topic ${name} is not in topics.yaml.`);
  return topic;
};
