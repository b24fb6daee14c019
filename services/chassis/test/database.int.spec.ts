import { openDatabase, type Database } from '../src/postgres/database';
import { ensureDatabase } from '../src/postgres/ensure-database';
import { createTestDatabase, type TestDatabase } from '../src/testing/postgres';
import { eventually } from '../src/testing/eventually';

let testDatabase: TestDatabase;
let db: Database;

beforeAll(async () => {
  testDatabase = await createTestDatabase('database');
  db = openDatabase({ url: testDatabase.url, name: 'database-test' });
});

afterAll(async () => {
  await db.close();
  await testDatabase.drop();
});

describe('column values', () => {
  it('arrive exact: bigint as a number, timestamptz as an ISO string, numeric and date as text', async () => {
    const [row] = await db.query(
      `select 9007199254740991::bigint as big, array[1, 2]::bigint[] as bigs, '10.10'::numeric as exact,
         '2026-01-02 03:04:05.678-03'::timestamptz as at, '2026-01-02'::date as day, '{"a":1}'::jsonb as json
       where $1::text is null`,
      [null],
    );

    expect(row).toEqual({
      big: 9_007_199_254_740_991,
      bigs: [1, 2],
      exact: '10.10',
      at: '2026-01-02T06:04:05.678Z',
      day: '2026-01-02',
      json: { a: 1 },
    });
  });

  it('are refused when a number would not hold them', async () => {
    await expect(db.query('select 9007199254740993::bigint as big')).rejects.toThrow('beyond what a number holds');
  });
});

describe('work that nobody needs any more', () => {
  const sleeping = async (): Promise<number> => {
    const [row] = await db.query<{ count: number }>(
      `select count(*) as count from pg_stat_activity where query like 'select pg_sleep(%' and state = 'active'
         and datname = current_database()`,
    );
    return row?.count ?? 0;
  };
  const gone = new Error('The caller has gone.');

  it.each<[string, (wanted: Pick<Database, 'query' | 'transaction'>) => Promise<unknown>]>([
    ['a statement', (wanted) => wanted.query('select pg_sleep($1)', [60])],
    ['a transaction', (wanted) => wanted.transaction((tx) => tx.query('select pg_sleep($1)', [60]))],
  ])('ends on the server too: %s', async (_what, work) => {
    const abort = new AbortController();
    const fault = work(db.until(abort.signal)).catch((thrown: unknown) => thrown);
    await eventually(async () => (await sleeping()) === 1);
    abort.abort(gone);

    expect(await fault).toBe(gone);
    expect(await sleeping()).toBe(0);
    // The connection is as good as before.
    expect(await Promise.all(Array.from({ length: 10 }, () => db.query('select 1 as one')))).toHaveLength(10);
  });

  it('does not begin, nor go on between two statements of a transaction', async () => {
    const abort = new AbortController();
    const sent: string[] = [];
    const fault = db
      .until(abort.signal)
      .transaction(async (tx) => {
        await tx.query('select 1 as one');
        abort.abort(gone);
        await tx.query('select 2 as two');
        sent.push('second');
      })
      .catch((thrown: unknown) => thrown);

    expect(await fault).toBe(gone);
    expect(sent).toEqual([]);
    await expect(db.until(abort.signal).query('select 1 as one')).rejects.toBe(gone);
  });

  it('is done as ever while it is needed', async () => {
    const wanted = db.until(new AbortController().signal);
    expect(await wanted.query('select 1 as one')).toEqual([{ one: 1 }]);
    await expect(wanted.query('select nothing from nowhere')).rejects.toThrow('nowhere');
  });
});

describe('a transaction', () => {
  it('keeps all or nothing', async () => {
    await db.query('create table kept (value integer)');
    const failing = db.transaction(async (tx) => {
      await tx.query('insert into kept values (1)');
      throw new Error('changed my mind');
    });

    await expect(failing).rejects.toThrow('changed my mind');
    await db.transaction((tx) => tx.query('insert into kept values (2)'));

    expect(await db.query('select value from kept')).toEqual([{ value: 2 }]);
  });
});

describe('listening', () => {
  it('gets notifications, and comes back after its connection was lost', async () => {
    const payloads: string[] = [];
    const stop = await db.listen('a channel', (payload) => payloads.push(payload));
    await db.query(`select pg_notify('a channel', 'first')`);
    await eventually(() => payloads.includes('first'));

    await db.query(`
      select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'database-test listen' and datname = current_database()`);

    // The empty payload says that a notification may have been missed.
    await eventually(() => payloads.includes(''));
    await db.query(`select pg_notify('a channel', 'second')`);
    await eventually(() => payloads.includes('second'));
    await stop();
  });
});

describe('a session lock', () => {
  it('has one holder at a time and is free when its connection ends', async () => {
    const first = await db.holdAdvisoryLock('a lock');
    expect(await db.holdAdvisoryLock('a lock')).toBeUndefined();

    await first?.release();

    const second = await eventually(() => db.holdAdvisoryLock('a lock'));
    expect(second.isHeld()).toBe(true);
    await second.release();
  });

  it('is waited for until it is free, or until the signal aborts', async () => {
    const holder = await db.holdAdvisoryLock('another lock');
    const givingUp = new AbortController();
    const inVain = db.awaitAdvisoryLock('another lock', givingUp.signal);
    const patient = db.awaitAdvisoryLock('another lock', new AbortController().signal);

    givingUp.abort();
    expect(await inVain).toBeUndefined();
    await holder?.release();

    const held = await patient;
    expect(held?.isHeld()).toBe(true);
    await held?.release();
  });
});

it('creates the database that an address names', async () => {
  const missing = new URL(testDatabase.url);
  missing.pathname += '_more';
  await Promise.all([ensureDatabase(missing.href), ensureDatabase(missing.href)]);

  const other = openDatabase({ url: missing.href, name: 'other' });
  expect(await other.query('select 1 as one')).toEqual([{ one: 1 }]);
  await other.close();
  await db.query(`drop database "${missing.pathname.slice(1)}" with (force)`);
});
