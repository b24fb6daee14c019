import { type Database } from '../src/postgres/database';
import { chassisMigrations } from '../src/postgres/migrate';
import { openTestDatabase } from '../src/testing/postgres';
import { endOfLog, isOnDisk } from './log-position';

let db: Database;

beforeAll(async () => {
  db = await openTestDatabase('await-flush', [chassisMigrations.outbox]);
});
afterAll(() => db.close());

/** Where the log ends behind a commit that does not wait. */
const commit = async (): Promise<string> => {
  await db.transaction((tx) => tx.query('create table if not exists t (); drop table t'), { waitsForDisk: false });
  return endOfLog(db);
};

describe('waiting for a flush', () => {
  it('flushes at once where it may not wait', async () => {
    for (let time = 0; time < 10; time += 1) {
      const end = await commit();
      await db.query('select await_flush(0)');
      expect(await isOnDisk(db, end)).toBe(true);
    }
  });

  it('ends with a flush of others', async () => {
    const end = await commit();

    // Longer than this test may take; the walwriter flushes what was committed.
    await db.query('select await_flush(600000)');

    expect(await isOnDisk(db, end)).toBe(true);
  });
});
