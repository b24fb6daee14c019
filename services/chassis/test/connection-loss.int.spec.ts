import { createServer, type AddressInfo } from 'node:net';
import { type Bus } from '../src/bus/bus';
import { openPostgresBus } from '../src/bus/postgres/postgres-bus';
import { startConsumer, type Consumer } from '../src/consumer/consumer';
import { createEventStore, type EventStore } from '../src/event-store/event-store';
import { startRelay, type Relay } from '../src/outbox/relay';
import { openDatabase, type Database } from '../src/postgres/database';
import { isRetryableFault } from '../src/postgres/faults';
import { openSession } from '../src/postgres/session';
import { chassisMigrations } from '../src/postgres/migrate';
import { createMetrics } from '../src/telemetry/metrics';
import { eventually } from '../src/testing/eventually';
import { createTestDatabase, type TestDatabase } from '../src/testing/postgres';
import { newKey, topic, upTo } from './bus-harness';
import { oneByOne } from './one-by-one';
import { chargeCreated, silentLog } from './samples';

const metrics = createMetrics('test');

let databases: TestDatabase[];
let admin: Database;
let db: Database;
let bus: Bus;
let store: EventStore;
let relay: Relay;
let consumer: Consumer;

beforeAll(async () => {
  databases = [
    await createTestDatabase('loss', [chassisMigrations.eventStore, chassisMigrations.consumer]),
    await createTestDatabase('loss_bus', [chassisMigrations.bus]),
  ];
  admin = openDatabase({ url: process.env['TEST_POSTGRES_URL']!, name: 'loss-admin' });
  db = openDatabase({ url: databases[0]!.url, name: 'loss-test' });
  await db.query('create table effects (sequence bigint generated always as identity, key text, position bigint)');
  bus = await openPostgresBus({ url: databases[1]!.url, log: silentLog, metrics });
  relay = startRelay({ db, bus, log: silentLog, metrics });
  store = createEventStore({ db, onCommitted: () => relay.wake(), metrics });
  consumer = await startConsumer({
    service: 'loss',
    db,
    bus,
    consumptions: [
      {
        topics: [topic],
        onPoison: 'park',
        handle: oneByOne(async (event, tx) => {
          await tx.query('insert into effects (key, position) values ($1, $2)', [event.subject, event.position]);
        }),
      },
    ],
    waitsForDisk: true,
    log: silentLog,
    metrics,
  });
});

afterAll(async () => {
  await consumer.stop();
  await relay.stop();
  await bus.close();
  await db.close();
  await admin.close();
  await Promise.all(databases.map((database) => database.drop()));
});

const names = (): string[] => databases.map(({ url }) => new URL(url).pathname.slice(1));

/** What a restart of PostgreSQL does to everybody: every connection ends, in the middle of whatever it did. */
const cutAllConnections = (): Promise<unknown> =>
  admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = any ($1)', [names()]);

/** Appends the next event, asking after a lost answer whether the commit had happened, as an executor does. */
const appendNext = async (key: string, version: number): Promise<void> => {
  await eventually(async () => {
    try {
      const known = await store.load(key);
      if (known.version >= version) return true;
      const events = [{ id: `evt_${key}_${version}`, type: 'Counted', at: '2026-01-01T00:00:00.000Z', data: {} }];
      const publicEvents = [chargeCreated(key, version)];
      const { outcome } = await store.append({ streamId: key, expectedVersion: version - 1, events, publicEvents });
      return outcome === 'appended';
    } catch (fault) {
      expect(isRetryableFault(fault)).toBe(true);
      return false;
    }
  });
};

describe('losing every connection again and again', () => {
  it('loses no event, doubles no effect, and ends by itself', async () => {
    const keys = [newKey(), newKey(), newKey(), newKey()];
    const rounds = 12;
    for (const round of upTo(rounds)) {
      const appends = keys.map((key) => appendNext(key, round));
      if (round % 3 === 0) await cutAllConnections();
      await Promise.all(appends);
    }

    for (const key of keys) {
      const effects = () =>
        db.query<{ position: number }>('select position from effects where key = $1 order by sequence', [key]);
      await eventually(async () => (await effects()).length >= rounds);
      expect((await effects()).map(({ position }) => position)).toEqual(upTo(rounds));
    }
    await eventually(async () => (await db.query('select id from outbox')).length === 0);
    expect(consumer.isAlive()).toBe(true);
  });

  it('does not end the process when a connection breaks within a transaction', async () => {
    const cut = db.transaction(async (tx) => {
      const [row] = await tx.query<{ pid: number }>('select pg_backend_pid() as pid');
      await admin.query('select pg_terminate_backend($1)', [row?.pid]);
      await eventually(() => admin.query('select 1'));
      await tx.query('select 1');
    });

    await expect(cut).rejects.toThrow();
    expect(await db.query('select 1 as alive')).toEqual([{ alive: 1 }]);
  });
});

it('takes a server that is too slow to let anyone in for one that is away', async () => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `postgres://127.0.0.1:${(server.address() as AddressInfo).port}/slow`;
  const slow = openDatabase({ url, name: 'slow' });
  const faultOf = (work: Promise<unknown>): Promise<unknown> =>
    work.then(
      () => undefined,
      (fault: unknown) => fault,
    );

  try {
    const faults = await Promise.all([faultOf(openSession({ url, name: 'slow' })), faultOf(slow.query('select 1'))]);
    expect(faults.map(isRetryableFault)).toEqual([true, true]);
  } finally {
    await slow.close();
    server.close();
  }
});
