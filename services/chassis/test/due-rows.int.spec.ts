import { createLogger } from '../src/log/logger';
import { openDatabase, type Database } from '../src/postgres/database';
import { createTestDatabase, type TestDatabase } from '../src/testing/postgres';
import { createDueRows, type DueRows, type Lease } from '../src/waiting/due-rows';

const log = createLogger({ service: 'test', level: 'silent' });
const leaseMs = 30_000;

interface Parcel {
  readonly name: string;
}

let database: TestDatabase;
let db: Database;
let parcels: DueRows<Parcel>;

beforeAll(async () => {
  database = await createTestDatabase('due rows');
  db = openDatabase({ url: database.url, name: 'test', log });
  await db.query(
    'create table parcels (parcel_id text primary key, name text not null, due_at timestamptz, tries int default 0)',
  );
  parcels = createDueRows<Parcel>(db, {
    table: 'parcels',
    key: 'parcel_id',
    tries: 'tries',
    columns: 'r.name',
    leaseMs,
  });
});
afterAll(async () => {
  await db.close();
  await database.drop();
});
beforeEach(() => db.query('delete from parcels'));

const at = (second: number): string => new Date(Date.UTC(2026, 0, 1, 0, 0, second)).toISOString();

const put = (id: string, dueAt: string | null) =>
  db.query('insert into parcels (parcel_id, name, due_at) values ($1, $2, $3)', [id, `parcel ${id}`, dueAt]);

const claim = (second: number, limit = 10) => parcels.claim({ now: at(second), limit });
const keysOf = (rows: readonly Lease[]) => rows.map(({ key }) => key);

it('claims what is due, longest due first, and tells when the next comes due', async () => {
  await put('a', at(5));
  await put('b', at(3));
  await put('c', at(60));
  await put('d', null);

  const { rows, nextDueAt } = await claim(10);

  expect(rows).toMatchObject([
    { key: 'b', name: 'parcel b', tries: 1, dueSince: at(3) },
    { key: 'a', name: 'parcel a', tries: 1, dueSince: at(5) },
  ]);
  expect(nextDueAt).toBe(at(60));
});

it('tells when the next comes due while nothing is due, and that nothing will', async () => {
  expect(await claim(10)).toEqual({ rows: [], nextDueAt: null });

  await put('a', at(60));

  expect(await claim(10)).toEqual({ rows: [], nextDueAt: at(60) });
});

it('claims no more than the limit', async () => {
  for (const id of ['a', 'b', 'c']) await put(id, at(1));

  expect((await claim(10, 2)).rows).toHaveLength(2);
  expect((await claim(10, 2)).rows).toHaveLength(1);
});

it('gives each row to one of many who claim at once', async () => {
  const ids = Array.from({ length: 40 }, (_, index) => `p${index}`);
  for (const id of ids) await put(id, at(1));

  const claims = await Promise.all(Array.from({ length: 8 }, () => claim(10)));

  const keys = claims.flatMap(({ rows }) => keysOf(rows));
  expect(new Set(keys).size).toBe(keys.length);
});

it('leaves a claimed row alone until the lease ends, and then counts the next claim', async () => {
  await put('a', at(1));
  await claim(10);

  expect((await claim(39)).rows).toEqual([]);
  expect((await claim(41)).rows).toMatchObject([{ key: 'a', tries: 2 }]);
});

it('gives a row its next time', async () => {
  await put('a', at(1));
  const [lease] = (await claim(10)).rows;

  expect(await parcels.putOff(lease!, at(20))).toBe(true);

  expect((await claim(19)).nextDueAt).toBe(at(20));
  expect(keysOf((await claim(20)).rows)).toEqual(['a']);
});

it('does not put off what another has claimed since', async () => {
  await put('a', at(1));
  const [lost] = (await claim(10)).rows;
  const [held] = (await claim(50)).rows;

  expect(await parcels.putOff(lost!, at(55))).toBe(false);
  expect(await parcels.putOff(held!, at(60))).toBe(true);

  expect((await claim(55)).nextDueAt).toBe(at(60));
});

it.each([
  ['has a time of its own', at(40)],
  ['is never due again', null],
])('does not put off what was changed since, and %s', async (_, dueAt) => {
  await put('a', at(1));
  const [lease] = (await claim(10)).rows;
  // 40 s is the very end of the lease, by a clock that shows milliseconds.
  await db.query('update parcels set due_at = $1', [dueAt]);

  expect(await parcels.putOff(lease!, at(50))).toBe(false);
});
