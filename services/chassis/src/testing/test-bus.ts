import { topicOf, type AnyEvent, type EventData, type EventType } from '@repasse/contracts';
import { type Bus } from '../bus/bus';
import { fromMessage, toMessage } from '../bus/envelope';
import { openPostgresBus } from '../bus/postgres/postgres-bus';
import { systemClock, toIso, type Clock } from '../clock';
import { createLogger } from '../log/logger';
import { type Database } from '../postgres/database';
import { chassisMigrations } from '../postgres/migrate';
import { createMetrics } from '../telemetry/metrics';
import { eventually } from './eventually';
import { exampleEvent } from './example-event';
import { openTestDatabase } from './postgres';

export interface TestBus extends Omit<Bus, 'publish' | 'close'> {
  /** The database that holds the log. */
  readonly db: Database;
  readonly publish: (events: readonly AnyEvent[]) => Promise<void>;
  /** Publishes the example of a type with other data, at the next position of its key. */
  readonly tell: <T extends EventType>(type: T, key: string, data?: Partial<EventData[T]>) => Promise<AnyEvent>;
  /** The events of a key so far, in order. */
  readonly published: (topic: string, key: string) => Promise<AnyEvent[]>;
  /**
   * Waits until the events of a key are of these types. The version is left out, and so is the prefix of the topic's own
   * types: on payment.events.v1 they are `received` and `repasse.refund.settled`.
   */
  readonly untilPublished: (topic: string, key: string, types: readonly string[]) => Promise<AnyEvent[]>;
  /** Leaves the bus and drops its database. */
  readonly stop: () => Promise<void>;
}

/** A log in a database of its own. The clock gives the times of told events. */
export const startTestBus = async (label: string, clock: Clock = systemClock): Promise<TestBus> => {
  const db = await openTestDatabase(label, [chassisMigrations.bus]);
  const log = createLogger({ service: label, level: 'silent' });
  const bus = await openPostgresBus({ url: db.url, log, metrics: createMetrics('test') });
  const positions = new Map<string, number>();
  const publish = (events: readonly AnyEvent[]): Promise<void> => bus.publish(events.map(toMessage));
  const published = async (topic: string, key: string): Promise<AnyEvent[]> =>
    (await bus.replay(topic, key)).map(fromMessage);

  return {
    ...bus,
    db,
    publish,
    tell: async (type, key, data = {}) => {
      const counted = `${topicOf(type)} ${key}`;
      const position = (positions.get(counted) ?? 0) + 1;
      positions.set(counted, position);
      const event = exampleEvent(type, { key, position, time: toIso(clock.now()), data });
      await publish([event]);
      return event;
    },
    published,
    untilPublished: (topic, key, types) => {
      const left = new RegExp(`^repasse\\.${topic.split('.')[0] ?? ''}\\.|\\.v1$`, 'g');
      return eventually(async () => {
        const events = await published(topic, key);
        const names = events.map(({ type }) => type.replace(left, ''));
        if (names.join() !== types.join()) throw new Error(`Published: ${names.join()}; awaited: ${types.join()}.`);
        return events;
      });
    },
    stop: async () => {
      await bus.close();
      await db.close();
    },
  };
};
