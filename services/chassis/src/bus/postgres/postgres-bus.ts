import { type Logger } from '../../log/logger';
import { openDatabase, type Database } from '../../postgres/database';
import { ensureDatabase } from '../../postgres/ensure-database';
import { chassisMigrations, migrate } from '../../postgres/migrate';
import { type Metrics } from '../../telemetry/metrics';
import { type Bus, type IncomingMessage } from '../bus';
import { partitionOf } from '../partitioner';
import { openOwnershipSession } from './ownership-session';
import { createPublisher, createTopicEnsurer, newsChannel, parseNews } from './publisher';
import { startRetention } from './retention';
import { startSubscription, type PostgresSubscription } from './subscription';
import { topicSettings } from './topic-settings';

export interface PostgresBusOptions {
  readonly url: string;
  readonly log: Logger;
  readonly metrics: Metrics;
}

/** Readers of some topics and the relay share these; each holds one for a millisecond at a time. */
const poolMax = 6;

/** Opens the log in PostgreSQL; creates the database and its tables when they are missing. */
export const openPostgresBus = async ({ url, log, metrics }: PostgresBusOptions): Promise<Bus> => {
  await ensureDatabase(url);
  const db = openDatabase({ url, name: 'bus', poolMax, log });
  await migrate(db, [chassisMigrations.bus]);

  const subscriptions = new Set<PostgresSubscription>();
  const reviewAll = () => subscriptions.forEach((subscription) => subscription.review());
  const tell = (topic: string, partitions: Iterable<number>) =>
    subscriptions.forEach((subscription) => subscription.topic === topic && subscription.onNews(partitions));
  const ownership = openOwnershipSession(
    { url, name: 'bus ownership' },
    {
      onNotification: (channel, payload) => {
        const news = channel === newsChannel ? parseNews(payload) : undefined;
        if (news === undefined) reviewAll();
        else tell(news.topic, news.partitions);
      },
      onLost: reviewAll,
    },
  );
  const published = metrics.counter('repasse_bus_published_total', 'Messages given to the bus.', ['topic']);
  const publisher = createPublisher(db, log, (news) => news.forEach((partitions, topic) => tell(topic, partitions)));
  const ensureTopic = createTopicEnsurer(db);
  const stopRetention = startRetention(db, log);

  return {
    publish: async (messages) => {
      await publisher.publish(messages);
      for (const { topic } of messages) published.inc({ topic });
    },
    subscribe: async (options) => {
      await ensureTopic(options.topic);
      const subscription = startSubscription(options, { db, ownership, log });
      subscriptions.add(subscription);
      return {
        isAlive: () => subscription.isAlive(),
        stop: async () => {
          await subscription.stop();
          subscriptions.delete(subscription);
        },
      };
    },
    replay: (topic, key) => replay(db, topic, key),
    lag: (group, topic) => lag(db, group, topic),
    close: async () => {
      stopRetention();
      await Promise.all([...subscriptions].map((subscription) => subscription.stop()));
      await ownership.close();
      await db.close();
    },
  };
};

const replay = (db: Database, topic: string, key: string): Promise<IncomingMessage[]> =>
  db.query<IncomingMessage>(
    `select topic, partition, "offset"::text as "offset", key, headers, value
     from bus_messages where key = $1 and topic = $2 and partition = $3 order by bus_messages."offset"`,
    [key, topic, partitionOf(key, topicSettings(topic).partitions)],
  );

const lag = async (db: Database, group: string, topic: string): Promise<number> => {
  const [row] = await db.query<{ lag: number }>(
    `select coalesce(sum(p.next_offset - coalesce(o.next_offset, 0)), 0)::bigint as lag
     from bus_partitions p
     left join bus_offsets o on o.group_name = $1 and o.topic = p.topic and o.partition = p.partition
     where p.topic = $2`,
    [group, topic],
  );
  return row?.lag ?? 0;
};
