import { type Database } from '../../../postgres/database';
import { type OutgoingMessage } from '../../bus';
import { partitionOf } from '../../internal/partitioner';
import { topicSettings } from '../../internal/topic-settings';

/** One call to the database carries at most this many, so that its locks on the partitions stay short. */
const messagesPerCallMax = 1_000;

export type Publish = (messages: readonly OutgoingMessage[]) => Promise<void>;

export const createPublisher = (db: Database): Publish => {
  const ensureTopic = createTopicEnsurer(db);
  const publishSome = async (messages: readonly OutgoingMessage[]): Promise<void> => {
    await Promise.all([...new Set(messages.map(({ topic }) => topic))].map(ensureTopic));
    await db.query('select bus_publish($1, $2, $3, $4, $5, $6)', [
      messages.map(({ topic }) => topic),
      messages.map(({ topic, key }) => partitionOf(key, topicSettings(topic).partitions)),
      messages.map(({ headers }) => headers['ce_type'] ?? ''),
      messages.map(({ key }) => key),
      messages.map(({ headers }) => JSON.stringify(headers)),
      messages.map(({ value }) => value),
    ]);
  };
  return async (messages) => {
    for (let from = 0; from < messages.length; from += messagesPerCallMax) {
      await publishSome(messages.slice(from, from + messagesPerCallMax));
    }
  };
};

/** Creates a topic's partitions the first time this process meets it. */
export const createTopicEnsurer = (db: Database): ((topic: string) => Promise<void>) => {
  const known = new Set<string>();
  return async (topic) => {
    if (known.has(topic)) return;
    await db.query(
      `insert into bus_partitions (topic, partition)
       select $1, generate_series(0, $2::integer - 1) on conflict do nothing`,
      [topic, topicSettings(topic).partitions],
    );
    known.add(topic);
  };
};
