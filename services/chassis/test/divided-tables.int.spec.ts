import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { fetchMessages } from '../src/bus/postgres/internal/fetch';
import { openDatabase, type Database } from '../src/postgres/database';
import { chassisMigrations, migrate, type MigrationSet } from '../src/postgres/migrate';
import { settledSequence } from '../src/projection/internal/archive';
import { makeAhead } from '../src/retention/partitions';
import { createTestDatabase, type TestDatabase } from '../src/testing/postgres';

let database: TestDatabase;
let db: Database;
let folder: string;

beforeEach(async () => {
  database = await createTestDatabase('divided');
  db = openDatabase({ url: database.url, name: 'test' });
  folder = mkdtempSync(join(tmpdir(), 'sets-'));
});
afterEach(async () => {
  await db.close();
  await database.drop();
  rmSync(folder, { recursive: true });
});

/** A chassis set as it was before its table was divided. */
const before = (set: string): MigrationSet => {
  const own = resolve(__dirname, '../migrations', set);
  const to = join(folder, set);
  cpSync(own, to, { recursive: true, filter: (path) => !basename(path).startsWith('0002') });
  return to;
};

const planOf = async (sql: string, values: readonly unknown[]): Promise<string> => {
  const rows = await db.query<{ 'QUERY PLAN': string }>(`explain (costs off) ${sql}`, values);
  return rows.map((row) => row['QUERY PLAN']).join('\n');
};

describe('the log of an installation that was there before', () => {
  const publish = (keys: readonly string[]) =>
    db.query('select bus_publish($1, $2, $3, $4, $5, $6)', [
      ...[keys.map(() => 'charge.events.v1'), keys.map(() => 0), keys.map(() => 'repasse.charge.paid.v1'), keys],
      ...[keys.map(() => '{}'), keys.map(() => '{"n":1}')],
    ]);
  const place = { topic: 'charge.events.v1', partition: 0, nextOffset: 0 };

  beforeEach(async () => {
    await migrate(db, [before('bus')]);
    await db.query(`insert into bus_partitions (topic, partition) values ('charge.events.v1', 0)`);
    await publish(['ch_1', 'ch_2']);
    await migrate(db, [chassisMigrations.bus]);
  });

  it('keeps its messages, and goes on behind them', async () => {
    await publish(['ch_3']);

    const found = await fetchMessages(db, [place], 10);
    expect(found.map(({ key, offset }) => [key, offset])).toEqual([
      ['ch_1', 0],
      ['ch_2', 1],
      ['ch_3', 2],
    ]);
    expect(await fetchMessages(db, [{ ...place, nextOffset: 2 }], 1)).toEqual([found[2]]);
  });

  it('is read in order over months, along the index of each', async () => {
    await makeAhead(db, { table: 'bus_messages', by: 'published_at', period: 'month' }, new Date());
    await db.query(
      `insert into bus_messages (topic, partition, "offset", key, headers, value, published_at)
       select 'charge.events.v1', 0, 10 + n, 'ch_' || n, '{}', '{}', now() + n * interval '20 days' from generate_series(0, 3) n`,
    );

    expect((await fetchMessages(db, [{ ...place, nextOffset: 10 }], 10)).map(({ offset }) => offset)).toEqual([
      10, 11, 12, 13,
    ]);
    await db.query('set enable_seqscan = off');
    const plan = await planOf(
      `select * from bus_messages where topic = $1 and partition = $2 and "offset" >= $3 order by "offset" limit 5`,
      ['charge.events.v1', 0, 10],
    );
    expect(plan).toContain('Merge Append');
    expect(plan).not.toMatch(/Sort$|Seq Scan/m);
  });
});

describe('the archive of an installation that was there before', () => {
  const receive = (id: string) =>
    db.query('select archive_events($1)', [
      JSON.stringify([{ topic: 'charge.events.v1', envelope: { id, subject: 'ch_1' } }]),
    ]);
  const sequences = async (): Promise<(string | number)[][]> =>
    (
      await db.query<{ sequence: number; id: string }>(
        `select sequence, envelope ->> 'id' as id from received_events order by sequence`,
      )
    ).map(({ sequence, id }) => [sequence, id]);

  beforeEach(async () => {
    await migrate(db, [before('projection')]);
    await receive('ev_1');
    await receive('ev_2');
    // As a service's own migration may have made it.
    await db.query(`create index received_events_by_subject on received_events ((envelope ->> 'subject'))`);
    await migrate(db, chassisMigrations.projection);
  });

  it('keeps its events, and numbers later ones behind them', async () => {
    await receive('ev_3');

    expect(await sequences()).toEqual([
      [1, 'ev_1'],
      [2, 'ev_2'],
      [3, 'ev_3'],
    ]);
    expect(await db.transaction(settledSequence)).toBe(3);
  });

  it('keeps the indexes that the service made, in each month', async () => {
    await makeAhead(db, { table: 'received_events', by: 'received_at', period: 'month' }, new Date());
    await receive('ev_3');

    const indexes = await db.query<{ table: string }>(
      `select indrelid::regclass::text as table from pg_index where pg_get_indexdef(indexrelid) like '%subject%'`,
    );
    const tables = await db.query<{ table: string }>(
      `select relid::regclass::text as table from pg_partition_tree('received_events')`,
    );
    expect(indexes.map(({ table }) => table).sort()).toEqual(tables.map(({ table }) => table).sort());
    expect(tables.length).toBeGreaterThan(4);
  });
});
