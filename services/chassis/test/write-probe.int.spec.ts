import { startWriteProbe, type WriteProbe } from '../src/health/internal/write-probe';
import { createLogger } from '../src/log/logger';
import { openDatabase, type Database } from '../src/postgres/database';
import { eventually } from '../src/testing/eventually';
import { createTestDatabase, type TestDatabase } from '../src/testing/postgres';

const log = createLogger({ service: 'test', level: 'silent' });

/** Two failures and their pauses, on a machine that may be busy. */
const boundMs = 10_000;

describe('the probe of writing', () => {
  let test: TestDatabase;
  let db: Database;
  let probe: WriteProbe;
  const isRed = (): boolean => {
    try {
      probe.check();
      return false;
    } catch {
      return true;
    }
  };

  beforeAll(async () => {
    test = await createTestDatabase('write probe');
    db = openDatabase({ url: test.url, name: 'test', log });
    await db.query('create table entries (id integer primary key)');
    await db.query('create table years (id integer) partition by range (id)');
  });
  beforeEach(() => {
    probe = startWriteProbe({ db, log, everyMs: 50 });
  });
  afterEach(() => probe.stop());
  afterAll(async () => {
    await db.close();
    await test.drop();
  });

  it('is green where tables can be written, and leaves nothing behind', async () => {
    let runs = 0;
    const counted = startWriteProbe({
      log,
      everyMs: 1,
      db: {
        query: (sql, params) => {
          runs += 1;
          return db.query(sql, params);
        },
      },
    });
    await eventually(() => runs > 6);
    counted.check();
    await counted.stop();
    const left = await db.query("select 1 from pg_class where relname = 'health_probe'");

    expect([isRed(), left]).toEqual([false, []]);
  });

  it.each(['entries', 'years'])('is red while %s is locked against writing, though it can be read', async (table) => {
    const lock = db.transaction(async (tx) => {
      await tx.query(`lock table ${table} in share mode`);
      await eventually(isRed, { timeoutMs: boundMs });
      return tx.query(`select count(*) from ${table}`);
    });

    expect(await lock).toHaveLength(1);
    await eventually(() => !isRed(), { timeoutMs: boundMs });
  });

  it('is red while the database does not take new pages, and green again afterwards', async () => {
    // PostgreSQL says this then; the full-disk spec fills a real disk.
    let hasRoom = false;
    const full = startWriteProbe({
      log,
      everyMs: 10,
      db: {
        query: async (sql, params) => {
          if (sql.includes('temporary table') && !hasRoom)
            throw new Error('could not extend file: No space left on device');
          return db.query(sql, params);
        },
      },
    });
    const state = (): string => {
      try {
        full.check();
        return 'green';
      } catch (fault) {
        return String(fault);
      }
    };
    await eventually(() => state().includes('No space left on device'), { timeoutMs: boundMs });
    hasRoom = true;
    await eventually(() => state() === 'green', { timeoutMs: boundMs });
    await full.stop();
  });
});

describe('a probe that no longer ends', () => {
  it('is red within its time', async () => {
    jest.useFakeTimers();
    const probe = startWriteProbe({ log, db: { query: () => new Promise(() => undefined) } });
    await jest.advanceTimersByTimeAsync(19_000);
    probe.check();
    await jest.advanceTimersByTimeAsync(2_000);

    expect(() => probe.check()).toThrow('No probe has ended for 20000 ms.');
    jest.useRealTimers();
    void probe.stop();
  });
});
