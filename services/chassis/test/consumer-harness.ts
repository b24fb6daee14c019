import { type AnyEvent } from '@repasse/contracts';
import { type Bus } from '../src/bus/bus';
import { openPostgresBus } from '../src/bus/postgres/postgres-bus';
import { startConsumer, type Consumer, type ConsumerOptions, type Consumption } from '../src/consumer/consumer';
import { openDatabase, type Database, type Tx } from '../src/postgres/database';
import { chassisMigrations } from '../src/postgres/migrate';
import { createMetrics } from '../src/telemetry/metrics';
import { eventually } from '../src/testing/eventually';
import { createTestDatabase, type TestDatabase } from '../src/testing/postgres';
import { topic } from './bus-harness';
import { oneByOne } from './one-by-one';
import { silentLog } from './samples';

let databases: TestDatabase[];
/** Set before the first test of a file; read them within tests. `log` is the database of the bus. */
export let log: Database;
export let db: Database;
export let bus: Bus;
let started: Consumer[] = [];
let services = 0;

const consumerSets = [
  chassisMigrations.consumer,
  chassisMigrations.access,
  chassisMigrations.outbox,
  chassisMigrations.admin,
];

/** Makes the databases of a file of tests and empties them between tests. */
export const useConsumers = (): void => {
  beforeAll(async () => {
    const [own, ofBus] = [
      await createTestDatabase('consumer', consumerSets),
      await createTestDatabase('consumer_bus', [chassisMigrations.bus]),
    ];
    databases = [own, ofBus];
    // The tests' server waits for no disk unless it is asked to; a service's does.
    db = openDatabase({ url: `${own.url}?options=-csynchronous_commit%3Don`, name: 'consumer-test' });
    await db.query(`
      create table effects (
        sequence bigint generated always as identity,
        key text,
        position bigint,
        commit text not null default current_setting('synchronous_commit')
      )`);
    await db.query(`
      create function record_effects(rows json) returns void language sql strict as $$
        insert into effects (key, position)
        select subject, position from json_to_recordset(rows) as r (subject text, position bigint)
      $$`);
    await db.query(`
      create function refuse_effects(rows json) returns void language plpgsql as $$
        begin raise exception using errcode = 'RP001', message = 'It has changed.'; end
      $$`);
    bus = await openPostgresBus({ url: ofBus.url, log: silentLog, metrics: createMetrics('test') });
    log = openDatabase({ url: ofBus.url, name: 'consumer-test-log' });
  });

  beforeEach(async () => {
    services += 1;
    await db.query('truncate consumed_positions, consumed_offsets, parked_messages, dead_letters, effects');
    // A new group would begin with the messages of earlier tests.
    const ends = await log.query('select topic, partition, next_offset from bus_partitions');
    await db.query(
      'insert into consumed_offsets (topic, partition, next_offset) select * from json_to_recordset($1) as e (topic text, partition int, next_offset bigint)',
      [JSON.stringify(ends)],
    );
  });

  afterEach(async () => {
    await Promise.all(started.splice(0).map((consumer) => consumer.stop()));
  });

  afterAll(async () => {
    await bus.close();
    await Promise.all([db.close(), log.close()]);
    await Promise.all(databases.map((database) => database.drop()));
  });
};

export const recordEffect = async (event: AnyEvent, tx: Tx): Promise<void> => {
  await tx.query('insert into effects (key, position) values ($1, $2)', [event.subject, event.position]);
};

/** A new service for each test, and so a new group. */
export const start = async (
  more: Partial<Consumption> = {},
  on: Bus = bus,
  over: Partial<Pick<ConsumerOptions, 'waitsForDisk' | 'db' | 'log'>> = {},
): Promise<Consumer> => {
  const consumer = await startConsumer({
    service: `service-${services}`,
    db,
    bus: on,
    consumptions: [{ topics: [topic], onPoison: 'park', handle: oneByOne(recordEffect), ...more }],
    waitsForDisk: true,
    log: silentLog,
    metrics: createMetrics('test'),
    ...over,
  });
  started.push(consumer);
  return consumer;
};

export const stopAll = async (): Promise<void> => {
  await Promise.all(started.map((consumer) => consumer.stop()));
  started = [];
};

export const effectsOf = async (key: string): Promise<number[]> => {
  const rows = await db.query<{ position: number }>('select position from effects where key = $1 order by sequence', [
    key,
  ]);
  return rows.map(({ position }) => position);
};

/** How the transaction of each effect committed: `off` did not wait for the disk. */
export const commitsOf = async (key: string): Promise<string[]> => {
  const rows = await db.query<{ commit: string }>('select commit from effects where key = $1 order by sequence', [key]);
  return rows.map(({ commit }) => commit);
};

export const parkedReason = async (key: string): Promise<string | null | undefined> => {
  const rows = await db.query<{ reason: string | null }>(
    'select parked_reason as reason from consumed_positions where key = $1',
    [key],
  );
  return rows[0]?.reason;
};

export const positionOfKey = async (key: string): Promise<number | undefined> => {
  const rows = await db.query<{ position: number }>('select position from consumed_positions where key = $1', [key]);
  return rows[0]?.position;
};

export const expectEffects = async (key: string, positions: readonly number[]): Promise<void> => {
  await eventually(async () => (await effectsOf(key)).length >= positions.length, { timeoutMs: 10_000 });
  expect(await effectsOf(key)).toEqual(positions);
};
