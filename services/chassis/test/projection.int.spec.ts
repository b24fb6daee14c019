import { type Bus } from '../src/bus/bus';
import { openPostgresBus } from '../src/bus/postgres/postgres-bus';
import { type Consumer } from '../src/consumer/consumer';
import { openDatabase, type Database } from '../src/postgres/database';
import { chassisMigrations } from '../src/postgres/migrate';
import { defineProjection } from '../src/projection/definition';
import { startProjections } from '../src/projection/projection';
import { rebuild } from '../src/projection/rebuild';
import { createMetrics } from '../src/telemetry/metrics';
import { eventually } from '../src/testing/eventually';
import { createTestDatabase, type TestDatabase } from '../src/testing/postgres';
import { message, messages, newKey, topic } from './bus-harness';
import { silentLog } from './samples';

let databases: TestDatabase[];
let db: Database;
let bus: Bus;
let consumer: Consumer | undefined;

const seenCharges = defineProjection({
  name: 'seen-charges',
  topics: [topic],
  tables: ['seen_charges'],
  rowsOf: (events) => {
    const rows = new Map<string, { key: string; times: number; last_at: string }>();
    for (const { subject: key, time } of events)
      rows.set(key, { key, times: (rows.get(key)?.times ?? 0) + 1, last_at: time });
    return [...rows.values()];
  },
  write: 'show_seen_charges',
});

beforeAll(async () => {
  databases = [
    await createTestDatabase('projection', [chassisMigrations.projection]),
    await createTestDatabase('projection_bus', [chassisMigrations.bus]),
  ];
  db = openDatabase({ url: databases[0]!.url, name: 'projection-test' });
  await db.query(`
    create table seen_charges (key text primary key, times integer not null check (times > 0), last_at timestamptz not null);
    create index seen_charges_by_times on seen_charges (times) where times > 1;
    create unique index seen_charges_by_upper_key on seen_charges (upper(key));
    create function show_seen_charges(shown json) returns void language plpgsql strict as $$
    begin
      insert into seen_charges as s select * from json_populate_recordset(null::seen_charges, shown)
      on conflict (key) do update set times = s.times + excluded.times, last_at = excluded.last_at;
    end $$`);
  bus = await openPostgresBus({ url: databases[1]!.url, log: silentLog, metrics: createMetrics('test') });
});

afterEach(async () => {
  await consumer?.stop();
  consumer = undefined;
});

afterAll(async () => {
  await bus.close();
  await db.close();
  await Promise.all(databases.map((database) => database.drop()));
});

const start = async (): Promise<void> => {
  const metrics = createMetrics('test');
  consumer = await startProjections({
    service: 'viewer',
    topics: [topic],
    projections: [seenCharges],
    db,
    bus,
    log: silentLog,
    metrics,
  });
};

const timesOf = async (key: string): Promise<number | undefined> => {
  const [row] = await db.query<{ times: number }>('select times from seen_charges where key = $1', [key]);
  return row?.times;
};

const indexNames = async (): Promise<string[]> => {
  const rows = await db.query<{ name: string }>(
    `select indexname as name from pg_indexes where tablename = 'seen_charges' order by 1`,
  );
  return rows.map(({ name }) => name);
};

describe('a projection', () => {
  it('shows events as they come, and agrees with its rebuild', async () => {
    const key = newKey();
    await start();

    await bus.publish([...messages(key, 1, 3), ...messages(newKey(), 1, 2)]);
    await eventually(async () => (await timesOf(key)) === 3);

    const report = await rebuild({ db, projection: seenCharges, verify: true });
    expect(report).toMatchObject({ eventsApplied: 5, drift: [], isSwapped: false });
  });

  it('reports drift by table, and a rebuild repairs it', async () => {
    const key = newKey();
    await start();
    await bus.publish(messages(key, 1, 2));
    await eventually(async () => (await timesOf(key)) === 2);
    const namesBefore = await indexNames();
    await db.query('update seen_charges set times = 9 where key = $1', [key]);
    await db.query(`insert into seen_charges values ('nobody', 1, now())`);

    const verified = await rebuild({ db, projection: seenCharges, verify: true });
    expect(verified.drift).toEqual([{ table: 'seen_charges', missingRows: 1, surplusRows: 2 }]);
    expect(await timesOf(key)).toBe(9);

    const rebuilt = await rebuild({ db, projection: seenCharges, verify: false });
    expect(rebuilt).toMatchObject({ drift: [], isSwapped: true });
    expect(await timesOf(key)).toBe(2);
    expect(await indexNames()).toEqual(namesBefore);
    expect(await rebuild({ db, projection: seenCharges, verify: true })).toMatchObject({ drift: [] });
  });

  it('is rebuilt while events come in, and misses none of them', async () => {
    await start();
    const keys = Array.from({ length: 10 }, newKey);
    const rounds = 30;
    const publishing = (async () => {
      for (let round = 1; round <= rounds; round += 1) await bus.publish(keys.map((key) => message(key, round)));
    })();

    await rebuild({ db, projection: seenCharges, verify: false });
    await rebuild({ db, projection: seenCharges, verify: false });
    await publishing;

    for (const key of keys) await eventually(async () => (await timesOf(key)) === rounds);
    expect(await rebuild({ db, projection: seenCharges, verify: true })).toMatchObject({ drift: [] });
  });

  it('is built from events received before it existed', async () => {
    await start();
    const key = newKey();
    await bus.publish(messages(key, 1, 4));
    await eventually(async () => (await timesOf(key)) === 4);
    await consumer?.stop();
    await db.query('truncate seen_charges, projection_checkpoints');

    await start();

    expect(await timesOf(key)).toBe(4);
  });

  it('is not rebuilt twice at a time', async () => {
    const lock = await db.holdAdvisoryLock('rebuild seen-charges');

    await expect(rebuild({ db, projection: seenCharges, verify: true })).rejects.toThrow('being rebuilt already');
    await lock?.release();
  });
});
