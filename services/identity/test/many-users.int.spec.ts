import { type Database } from '@repasse/chassis/postgres/database';
import { rowsRead } from '@repasse/chassis/testing/rows-read';
import { openTestDatabase } from '@repasse/chassis/testing/postgres';
import { migrations } from '../src/migrations';
import { listUsers, type UserFilter } from '../src/users/table';

const total = 20_000;
const setupTimeoutMs = 120_000;

/** What a search costs is what it reads, and that is counted here: time would measure the machine. */
describe('a search among twenty thousand users', () => {
  let db: Database;

  beforeAll(async () => {
    db = await openTestDatabase('many_users', migrations, { statementTimeoutMs: setupTimeoutMs });
    await db.query(
      `insert into users (email, email_hash, name, status, profiles, created_at, updated_at)
       select 'seller-' || md5(n::text) || '@example.com', n::text,
         case when n = 77 then 'Quitanda da Zenaide' else 'Loja ' || translate(md5('name ' || n), '0123456789', 'ghijklmnop') end,
         'ACTIVE', '{CUSTOMER}', now(), now()
       from generate_series(1, $1::integer) n`,
      [total],
    );
    await db.query('vacuum analyze users');
  }, setupTimeoutMs);
  afterAll(() => db.close());

  const list = (filter: Partial<UserFilter>) => listUsers(db, { email: null, query: null, ...filter }, 0, 10);

  it.each([
    ['a part of a name', () => 'ITANDA da Zen'],
    ['the beginning of an e-mail', (email: string) => email.slice(0, 20).toUpperCase()],
    ['a number', (_email: string, id: number) => String(id)],
  ])('reads for %s what it finds, and hardly more', async (_what, queryOf) => {
    const [user] = await db.query<{ id: number; email: string }>(`select id, email from users where name like 'Quit%'`);
    const query = queryOf(user?.email ?? '', user?.id ?? 0);
    expect((await list({ query })).total).toBe(1);
    expect(await rowsRead(db, 'users', async (tx) => listUsers(tx, { email: null, query }, 0, 10))).toBeLessThan(50);
  });

  it('keeps finding by the index when a statement is asked for again and again', async () => {
    for (let round = 0; round < 12; round += 1) await list({ query: `zenaide` });
    const again = (tx: Parameters<typeof listUsers>[0]) => listUsers(tx, { email: null, query: 'zenaide' }, 0, 10);
    expect(await rowsRead(db, 'users', again)).toBeLessThan(50);
  });

  it('finds one user by their e-mail, and a page of all by their numbers', async () => {
    const { users } = await list({ query: 'loja' });
    expect(users).toHaveLength(10);
    const email = users[0]?.email ?? '';
    const one = (tx: Parameters<typeof listUsers>[0]) => listUsers(tx, { email, query: null }, 0, 10);
    expect((await list({ email })).users).toMatchObject([{ email }]);
    expect(await rowsRead(db, 'users', one)).toBeLessThan(10);
    expect((await list({})).users.map(({ id }) => id)).toEqual(users.map(({ id }) => id));
  });
});
