import { type KeptTable } from '@repasse/contracts';
import { openDatabase, type Database } from '../src/postgres/database';
import { chassisMigrations } from '../src/postgres/migrate';
import { createEndTable } from '../src/retention/internal/end-table';
import { dropEnded, listPartitions, makeAhead } from '../src/retention/partitions';
import { startRetention } from '../src/retention/internal/retention';
import { sweepRows } from '../src/retention/internal/sweep';
import { createMetrics } from '../src/telemetry/metrics';
import { openTestDatabase } from '../src/testing/postgres';
import { silentLog } from './samples';

let db: Database;

beforeAll(async () => {
  db = await openTestDatabase('retention', [chassisMigrations.retention]);
});
beforeEach(async () => {
  await db.query(`
    create table notes (id integer not null, written_at timestamptz not null, primary key (id, written_at))
      partition by range (written_at);
    create index notes_by_id on notes (id);
    create table notes_rest partition of notes default;
    create table keys (id integer primary key, made_at timestamptz not null)`);
});
afterEach(() => db.query('drop table notes, keys'));
afterAll(() => db.close());

const notes = { table: 'notes', by: 'written_at', period: 'month' } as const;
const at = (text: string): Date => new Date(text);
const december = at('2026-12-20T10:00:00.000Z');

const write = (id: number, time: string) => db.query('insert into notes (id, written_at) values ($1, $2)', [id, time]);
const namesOf = async (table: string): Promise<string[]> => (await listPartitions(db, table)).map(({ name }) => name);
const idsOf = async (table: string): Promise<number[]> =>
  (await db.query<{ id: number }>(`select id from ${table} order by id`)).map(({ id }) => id);

describe('partitions', () => {
  it('are made for this period and the next ones, once', async () => {
    expect(await makeAhead(db, notes, december)).toBe(3);
    expect(await makeAhead(db, notes, december)).toBe(0);

    expect(await namesOf('notes')).toEqual(['notes_20261201', 'notes_20270101', 'notes_20270201']);
    await write(1, '2027-02-28T23:59:59.999Z');
    expect(await idsOf('notes_20270201')).toEqual([1]);
  });

  it('take over rows that came before them', async () => {
    await write(1, '2026-12-01T00:00:00.000Z');
    await write(2, '2029-06-15T00:00:00.000Z');

    await makeAhead(db, notes, december);

    expect([await idsOf('notes_20261201'), await idsOf('notes_20290601'), await idsOf('notes_rest')]).toEqual([
      [1],
      [2],
      [],
    ]);
    expect(await idsOf('notes')).toEqual([1, 2]);
  });

  it('are not made where the first partition, which has no beginning, reaches', async () => {
    await db.query(`
      create table notes_before (like notes);
      alter table notes attach partition notes_before for values from (minvalue) to ('2027-01-01T00:00:00Z')`);

    await makeAhead(db, notes, december);

    expect(await namesOf('notes')).toEqual(['notes_before', 'notes_20270101', 'notes_20270201']);
  });

  it('are dropped when all of their rows have ended, and no sooner', async () => {
    await write(1, '2026-10-01T00:00:00.000Z');
    await write(2, '2026-11-30T23:59:59.999Z');
    await makeAhead(db, notes, december);

    expect(await dropEnded(db, 'notes', at('2026-11-30T23:59:59.999Z'))).toBe(1);
    expect(await idsOf('notes')).toEqual([2]);
    expect(await dropEnded(db, 'notes', at('2026-12-01T00:00:00.000Z'))).toBe(1);
    expect(await idsOf('notes')).toEqual([]);
    expect(await namesOf('notes')).toContain('notes_20261201');
  });

  it('never include what is no partition of the table', async () => {
    const drop = (table: string, name: string) =>
      db.query<{ isDropped: boolean }>('select drop_partition($1, $2) as "isDropped"', [table, name]);

    expect(await drop('notes', 'notes_rest')).toEqual([{ isDropped: false }]);
    expect(await drop('notes', 'keys')).toEqual([{ isDropped: false }]);
  });

  it('give way to traffic: a lock that is held makes the drop fail soon, and the next try succeeds', async () => {
    await write(1, '2026-10-01T00:00:00.000Z');
    await makeAhead(db, notes, december);
    const reader = openDatabase({ url: db.url, name: 'reader' });

    await reader.transaction(async (tx) => {
      await tx.query('select * from notes');
      await expect(dropEnded(db, 'notes', december)).rejects.toMatchObject({ code: '55P03' });
      await write(2, '2026-12-20T10:00:00.000Z');
    });
    await reader.close();

    expect(await dropEnded(db, 'notes', december)).toBe(1);
    expect(await idsOf('notes')).toEqual([2]);
  });
});

describe('rows', () => {
  const fill = (count: number, madeAt: string) =>
    db.query(
      `insert into keys (id, made_at)
       select coalesce((select max(id) from keys), 0) + n, $2::timestamptz from generate_series(1, $1) n`,
      [count, madeAt],
    );

  it('are deleted until a short batch comes, however many there are', async () => {
    await fill(6_500, '2026-12-01T00:00:00.000Z');
    await fill(3, '2026-12-19T00:00:00.000Z');

    const swept = { table: 'keys', by: 'made_at', endedBefore: at('2026-12-18T00:00:00.000Z') };
    expect(await sweepRows(db, { ...swept, isStopped: () => false })).toBe(6_500);
    expect(await idsOf('keys')).toHaveLength(3);
  });

  it('are left when the process stops', async () => {
    await fill(5_000, '2026-12-01T00:00:00.000Z');
    let asked = 0;

    const swept = { table: 'keys', by: 'made_at', endedBefore: december };
    expect(await sweepRows(db, { ...swept, isStopped: () => (asked += 1) > 1 })).toBe(2_000);
  });

  it('of a divided table are deleted where they lie, and no row at the same place of another partition', async () => {
    await makeAhead(db, notes, december);
    await write(1, '2026-12-05T00:00:00.000Z');
    await write(2, '2027-01-05T00:00:00.000Z');

    const swept = { table: 'notes', by: 'written_at', endedBefore: at('2026-12-06T00:00:00.000Z') };
    expect(await sweepRows(db, { ...swept, isStopped: () => false })).toBe(1);
    expect(await idsOf('notes')).toEqual([2]);
  });
});

describe('a table of retention.yaml', () => {
  const line = { in: ['notes'], law: 'none', why: 'a test' } as const;
  const sample = async (metrics: ReturnType<typeof createMetrics>, name: string): Promise<string | undefined> =>
    (await metrics.scrape())
      .split('\n')
      .find((each) => each.startsWith(name))
      ?.split(' ')
      .at(-1);

  it('is divided and ended, and its metrics say so', async () => {
    const metrics = createMetrics('test');
    await write(1, '2026-08-15T00:00:00.000Z');
    await write(2, '2026-11-15T00:00:00.000Z');
    const table: KeptTable = { ...line, ...notes, ends: 'partitions', keptDays: 90 };

    await createEndTable(db, metrics)(table, december, () => false);

    expect(await idsOf('notes')).toEqual([2]);
    expect(await sample(metrics, 'repasse_retention_ended_total')).toBe('1');
    const age = (december.getTime() - Date.parse('2026-12-01T00:00:00.000Z')) / 1_000;
    expect(await sample(metrics, 'repasse_retention_oldest_partition_age_seconds')).toBe(String(age));
  });

  it('that never ends is divided, and keeps its partitions', async () => {
    await write(1, '2020-01-15T00:00:00.000Z');

    await createEndTable(db, createMetrics('test'))({ ...line, ...notes, ends: 'never' }, december, () => false);

    expect(await idsOf('notes_20200101')).toEqual([1]);
  });

  it('that fails does not keep others from their end, and the round is no success', async () => {
    const metrics = createMetrics('test');
    let isOtherDone = false;
    // The tables of the bus are not in this database.
    const retention = startRetention({
      ...{ database: 'bus', db, clock: { now: () => december }, log: silentLog, metrics },
      alongside: async () => {
        isOtherDone = true;
      },
    });

    await expect(retention.runOnce()).rejects.toThrow('bus_messages');
    await retention.stop();

    expect(isOtherDone).toBe(true);
    expect(await sample(metrics, 'repasse_retention_last_success_timestamp_seconds')).toBeUndefined();
  });

  it('is ended by one process at a time', async () => {
    const lock = await db.holdAdvisoryLock('retention');
    const retention = startRetention({
      ...{ database: 'nothing', db, clock: { now: () => december }, log: silentLog, metrics: createMetrics('test') },
    });

    expect(await retention.runOnce()).toBe(false);
    await lock?.release();
    expect(await retention.runOnce()).toBe(true);
    await retention.stop();
  });
});
