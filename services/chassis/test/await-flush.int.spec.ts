import { type Database } from '../src/postgres/database';
import { chassisMigrations } from '../src/postgres/migrate';
import { openTestDatabase } from '../src/testing/postgres';

let db: Database;

beforeAll(async () => {
  db = await openTestDatabase('await-flush', [chassisMigrations.outbox]);
});
afterAll(() => db.close());

/** Where the log ends behind a commit that does not wait. */
const commit = async (): Promise<string> => {
  await db.transaction((tx) => tx.query('create table if not exists t (); drop table t'), { waitsForDisk: false });
  const [row] = await db.query<{ lsn: string }>('select pg_current_wal_insert_lsn()::text as lsn');
  return row?.lsn ?? '';
};

const isFlushed = async (lsn: string): Promise<boolean | undefined> => {
  const sql = 'select pg_current_wal_flush_lsn() >= $1::pg_lsn as "isFlushed"';
  return (await db.query<{ isFlushed: boolean }>(sql, [lsn]))[0]?.isFlushed;
};

describe('waiting for a flush', () => {
  it('flushes at once where it may not wait', async () => {
    for (let time = 0; time < 10; time += 1) {
      const end = await commit();
      await db.query('select await_flush(0)');
      expect(await isFlushed(end)).toBe(true);
    }
  });

  it('ends with a flush of others', async () => {
    const end = await commit();

    // Longer than this test may take; the walwriter flushes what was committed.
    await db.query('select await_flush(600000)');

    expect(await isFlushed(end)).toBe(true);
  });
});
