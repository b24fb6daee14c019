import { type Bus, type OutgoingMessage } from '../src/bus/bus';
import { UnpublishableError } from '../src/bus/internal/unpublishable';
import { enqueue } from '../src/outbox/outbox';
import { startRelay, type Relay } from '../src/outbox/relay';
import { openDatabase, type Database } from '../src/postgres/database';
import { chassisMigrations, migrate } from '../src/postgres/migrate';
import { createMetrics, type Metrics } from '../src/telemetry/metrics';
import { eventually, eventuallyHolds } from '../src/testing/eventually';
import { createTestDatabase, type TestDatabase } from '../src/testing/postgres';
import { newKey, upTo } from './bus-harness';
import { rowsOfKeys } from './outbox-rows';
import { chargeCreated, silentLog } from './samples';

let testDatabase: TestDatabase;
let db: Database;
let metrics: Metrics;
let relay: Relay | undefined;

beforeAll(async () => {
  testDatabase = await createTestDatabase('relay_set_aside');
  db = openDatabase({ url: testDatabase.url, name: 'relay-set-aside-test' });
  await migrate(db, [chassisMigrations.eventStore]);
});

afterEach(async () => {
  await relay?.stop();
  await db.query('delete from outbox_set_aside');
});

afterAll(async () => {
  await db.close();
  await testDatabase.drop();
});

/** A bus that never takes the messages whose names, "key position", are in `refused`. */
const pickyBus = () => {
  const sent: OutgoingMessage[] = [];
  const refused = new Set<string>();
  const nameOf = ({ key, headers }: OutgoingMessage) => `${key} ${headers['ce_position']}`;
  const unused = () => Promise.reject(new Error('Not a part of this test.'));
  const bus: Bus = {
    isOnOtherServer: false,
    publish: async (messages) => {
      const reasons = new Map(messages.filter((one) => refused.has(nameOf(one))).map((one) => [one, 'It is too odd.']));
      if (reasons.size > 0) throw new UnpublishableError(reasons);
      sent.push(...messages);
    },
    ...{ subscribe: unused, replay: unused, ends: unused, read: unused, lag: unused, close: () => Promise.resolve() },
  };
  const positionsOf = (key: string) =>
    sent.filter((message) => message.key === key).map(({ headers }) => Number(headers['ce_position']));
  return { bus, refused, positionsOf };
};

const start = (bus: Bus): Relay => {
  metrics = createMetrics('test');
  return (relay = startRelay({ db, bus, log: silentLog, metrics, batchMessages: 20, pollIntervalMs: 100 }));
};
const write = async (key: string, from: number, to: number): Promise<void> => {
  for (let sequence = from; sequence <= to; sequence += 1) {
    await db.transaction((tx) => enqueue(tx, [chargeCreated(key, sequence)]));
  }
};
const pending = async (): Promise<number> => (await db.query<{ id: number }>('select id from outbox')).length;
const aside = () =>
  db.query<{ key: string; position: number; reason: string | null }>(
    'select aggregateid as key, position, reason from outbox_set_aside order by id',
  );

describe('an event that cannot be published', () => {
  it('is set aside with those of its aggregate behind it, read and notified, and the others go on', async () => {
    const [odd, other] = [newKey(), newKey()];
    const { bus, refused, positionsOf } = pickyBus();
    refused.add(`${odd} 2`);
    await write(odd, 1, 30);
    await write(other, 1, 30);

    start(bus);

    await eventually(async () => positionsOf(other).length === 30 && (await pending()) === 0);
    await write(odd, 31, 31);
    // As a commit of this process tells it.
    const added = await rowsOfKeys(db, [odd]);
    relay?.wake(added.length === 0 ? undefined : added);
    await write(other, 31, 31);
    relay?.wake();

    await eventually(async () => positionsOf(other).length === 31 && (await pending()) === 0);
    expect(positionsOf(odd)).toEqual([1]);
    expect(await aside()).toEqual(
      upTo(31)
        .slice(1)
        .map((position) => ({ key: odd, position, reason: position === 2 ? 'It is too odd.' : null })),
    );
  });

  it('shows in a gauge', async () => {
    const odd = newKey();
    const { bus, refused } = pickyBus();
    refused.add(`${odd} 1`);
    await write(odd, 1, 3);
    start(bus);

    await eventuallyHolds(async () =>
      expect(await metrics.scrape()).toMatch(/repasse_outbox_set_aside_aggregates\{[^}]*\} 1\n/),
    );
  });

  it('is tried again when it is put back, in order', async () => {
    const odd = newKey();
    const { bus, refused, positionsOf } = pickyBus();
    refused.add(`${odd} 2`);
    await write(odd, 1, 5);
    start(bus);
    await eventually(async () => (await aside()).length === 4);

    refused.clear();
    const [row] = await db.query<{ moved: number }>('select put_back_outbox($1, $2) as moved', [
      'charge.events.v1',
      odd,
    ]);
    await write(odd, 6, 6);

    expect(row?.moved).toBe(4);
    await eventually(async () => (await pending()) === 0);
    expect(positionsOf(odd)).toEqual(upTo(6));
    expect(await aside()).toEqual([]);
  });

  it('is tried again by the next relay, as after a release', async () => {
    const odd = newKey();
    const { bus, refused, positionsOf } = pickyBus();
    refused.add(`${odd} 1`);
    await write(odd, 1, 3);
    start(bus);
    await eventually(async () => (await aside()).length === 3);
    await relay?.stop();

    refused.clear();
    start(bus);

    await eventually(() => positionsOf(odd).length === 3);
    expect(positionsOf(odd)).toEqual(upTo(3));
  });
});
