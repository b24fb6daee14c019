import { type Logger } from '../../log/logger';
import { type Database } from '../../postgres/database';
import { type OutgoingMessage } from '../bus';
import { partitionOf } from '../partitioner';
import { topicSettings } from './topic-settings';

/** Topic → its partitions that have got something new. */
export type News = ReadonlyMap<string, ReadonlySet<number>>;

/** The channel on which publishers tell subscribers of other processes. */
export const newsChannel = 'bus_news';

/** One call to the database carries at most this many, so that its locks on the partitions stay short. */
const messagesPerCallMax = 1_000;

export interface Publisher {
  publish(messages: readonly OutgoingMessage[]): Promise<void>;
}

export const createPublisher = (db: Database, log: Logger, onPublished: (news: News) => void): Publisher => {
  const ensureTopic = createTopicEnsurer(db);
  const publishSome = async (messages: readonly OutgoingMessage[]): Promise<void> => {
    const placed = messages.map((message) => ({ ...message, partition: placeOf(message) }));
    await Promise.all([...new Set(messages.map(({ topic }) => topic))].map(ensureTopic));
    await db.query('select bus_publish($1::jsonb)', [JSON.stringify(placed)]);

    const news = newsOf(placed);
    onPublished(news);
    // A hint after the commit, for which the publisher need not wait: NOTIFY inside it would queue all publishers.
    void notify(db, news).catch((fault: unknown) =>
      log.debug({ err: fault }, 'subscribers were not told and will poll'),
    );
  };
  return {
    publish: async (messages) => {
      for (let from = 0; from < messages.length; from += messagesPerCallMax) {
        await publishSome(messages.slice(from, from + messagesPerCallMax));
      }
    },
  };
};

const placeOf = ({ topic, key }: OutgoingMessage): number => partitionOf(key, topicSettings(topic).partitions);

const newsOf = (placed: readonly { readonly topic: string; readonly partition: number }[]): News => {
  const news = new Map<string, Set<number>>();
  for (const { topic, partition } of placed) {
    const partitions = news.get(topic) ?? new Set<number>();
    news.set(topic, partitions.add(partition));
  }
  return news;
};

const notify = async (db: Database, news: News): Promise<void> => {
  for (const [topic, partitions] of news) {
    await db.query("select set_config('synchronous_commit', 'off', true), pg_notify($1, $2)", [
      newsChannel,
      `${topic} ${[...partitions].join(' ')}`,
    ]);
  }
};

/** The counterpart of notify; undefined for what is not news. */
export const parseNews = (payload: string): { topic: string; partitions: readonly number[] } | undefined => {
  const [topic, ...partitions] = payload.split(' ');
  return topic === undefined || topic === '' ? undefined : { topic, partitions: partitions.map(Number) };
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
