import { type Logger } from '../../log/logger';
import { openDatabase, type Database } from '../../postgres/database';
import { chassisMigrations } from '../../postgres/migrate';
import { requireSchema } from '../../postgres/require-schema';
import { type Metrics } from '../../telemetry/metrics';
import { type Bus, type PlaceLag } from '../bus';
import { openGroupSession } from './internal/group-session';
import { parseNews } from './internal/news';
import { createPublisher, createTopicEnsurer } from './internal/publisher';
import { readEnds, readRanges } from './internal/read-ranges';
import { replayKey } from './internal/replay';
import { startBusRetention } from './internal/retention';
import { startSubscription, type PostgresSubscription } from './internal/subscription';

export interface PostgresBusOptions {
  readonly url: string;
  readonly log: Logger;
  readonly metrics: Metrics;
}

/** The reader, the relay and a measurement at a time. */
const poolMax = 3;

/** Opens the log in PostgreSQL, whose tables the migration step makes. */
export const openPostgresBus = async ({ url, log, metrics }: PostgresBusOptions): Promise<Bus> => {
  const db = openDatabase({ url, name: 'bus', poolMax, log, metrics });
  try {
    await requireSchema(db, [chassisMigrations.bus]);
  } catch (fault) {
    await db.close();
    throw fault;
  }

  const subscriptions = new Set<PostgresSubscription>();
  const session = openGroupSession(
    { url, name: 'bus group' },
    {
      onChange: () => subscriptions.forEach((subscription) => subscription.review()),
      onNews: (channel, payload) => {
        const news = parseNews(channel, payload);
        if (news !== undefined) subscriptions.forEach((one) => one.onNews(news));
      },
    },
  );
  const published = metrics.counter('repasse_bus_published_total', 'Messages given to the bus.', ['topic']);
  const publish = createPublisher(db);
  const ensureTopic = createTopicEnsurer(db);
  const retention = startBusRetention(db, log, metrics);

  return {
    isOnOtherServer: false,
    publish: async (messages) => {
      await publish(messages);
      for (const { topic } of messages) published.inc({ topic });
    },
    subscribe: async (options) => {
      for (const topic of options.topics) await ensureTopic(topic);
      await session.follow(options.topics);
      const subscription = startSubscription(options, { db, session, log });
      subscriptions.add(subscription);
      return {
        isAlive: () => subscription.isAlive(),
        stop: async () => {
          await subscription.stop();
          subscriptions.delete(subscription);
        },
      };
    },
    replay: (topic, key, gap) => replayKey(db, topic, key, gap),
    ends: (topics) => readEnds(db, topics),
    read: (ranges, how) => readRanges(db, ranges, how),
    lag: (group, topics) => lag(db, group, topics),
    close: async () => {
      await retention.stop();
      await Promise.all([...subscriptions].map((subscription) => subscription.stop()));
      await session.close();
      await db.close();
    },
  };
};

const lag = (db: Database, group: string, topics: readonly string[]): Promise<readonly PlaceLag[]> =>
  db.query<PlaceLag>(
    `select
       p.topic, p.partition, p.next_offset as "endOffset", p.next_offset - coalesce(o.next_offset, 0) as lag
     from bus_partitions p
     left join bus_offsets o on o.group_name = $1 and o.topic = p.topic and o.partition = p.partition
     where p.topic = any ($2)`,
    [group, topics],
  );
