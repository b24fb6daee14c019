import { type AnyEvent } from '@repasse/contracts';
import { type Database } from '@repasse/chassis/postgres/database';
import { type RestoreContext } from '@repasse/chassis/restore/restoration';
import { eventually } from '@repasse/chassis/testing/eventually';
import { openTestDatabase } from '@repasse/chassis/testing/postgres';
import { type Config } from '../src/config';
import { migrations } from '../src/migrations';
import { identityRestoration as restoration } from '../src/restoration';
import { newEmail, startTestIdentity, type TestIdentity } from './identity';

const topic = 'identity.events.v1';

let identity: TestIdentity;
let restored: Database;

beforeAll(async () => {
  [identity, restored] = await Promise.all([startTestIdentity(), openTestDatabase('restored identity', migrations)]);
});
afterAll(() => Promise.all([identity.stop(), restored.close()]));

const eventsOf = (userId: number, count: number): Promise<readonly AnyEvent[]> =>
  eventually(async () => {
    const events = await identity.bus.published(topic, String(userId));
    return events.length === count ? events : undefined;
  });

const rebuild = (db: Database, events: readonly AnyEvent[]) =>
  db.transaction((tx) =>
    restoration.rebuild(
      tx,
      [{ topic, key: events[0]?.subject ?? '', position: (events[0]?.position ?? 1) - 1, events }],
      { db } as RestoreContext<Config>,
    ),
  );

const usersIn = (db: Database, userId: number) =>
  db.query('select id, email_hash, status, profiles, created_at, updated_at from users where id = $1', [userId]);

const keysIn = (db: Database, userId: number) =>
  db.query(
    'select client_id, user_id, scopes, expires_at, created_at, revoked_at from api_keys where user_id = $1 order by 1',
    [userId],
  );

it('has users, suspensions and revocations again, and says what it lacks', async () => {
  const { body } = await identity.asAdmin('POST', '/users', { email: newEmail(), name: 'Ana', profile: 'CUSTOMER' });
  const userId = Number(body['id']);
  await identity.issueKey(userId);
  const { clientId } = await identity.issueKey(userId, { scopes: ['charges:read'] });
  await identity.asAdmin('DELETE', `/users/${String(userId)}/api-keys/${clientId}`);
  await identity.asAdmin('PATCH', `/users/${String(userId)}`, { profile: 'OPERATOR' });
  await identity.asAdmin('PATCH', `/users/${String(userId)}`, { status: 'SUSPENDED' });

  const unrestored = await rebuild(restored, await eventsOf(userId, 6));

  expect(await usersIn(restored, userId)).toEqual(await usersIn(identity.db, userId));
  expect(await keysIn(restored, userId)).toEqual(await keysIn(identity.db, userId));
  expect(unrestored.map(({ what }) => what)).toEqual([
    expect.stringContaining('the e-mail and the name of a user'),
    ...Array<unknown>(2).fill(expect.stringContaining('the secret of an API key')),
  ]);
});

it('goes on where the database stands: a user who was suspended meanwhile is suspended', async () => {
  const userId = await identity.createUser();
  const key = await identity.issueKey(userId);
  await identity.asAdmin('PATCH', `/users/${String(userId)}`, { status: 'SUSPENDED' });
  const events = await eventsOf(userId, 3);
  // As the database was before.
  await identity.db.query(`update users set status = 'ACTIVE' where id = $1`, [userId]);
  expect((await identity.issueToken(key)).status).toBe(200);

  await rebuild(identity.db, events.slice(2));

  expect((await identity.issueToken(key)).status).toBe(400);
});

it('erases again a recipient who was erased after the backup', async () => {
  const { body } = await identity.asAdmin('POST', '/recipients', {
    ...{ email: newEmail(), kind: 'PERSON', name: 'Ana Souza', document: '52998224725', telephone: '+5511987654321' },
  });
  const userId = Number(body['id']);
  const path = `/recipients/${String(userId)}`;
  await identity.asAdmin('POST', `${path}/erasure`, { reason: 'RELATION_ENDED' });
  const events = await eventsOf(userId, 3);
  // As the database was before.
  await identity.db.query(
    `update recipient_data set telephone = '+5511987654321', erased_at = null where user_id = $1`,
    [userId],
  );
  expect((await identity.asAdmin('GET', path)).body).toMatchObject({ telephone: '+5511987654321', erasedAt: null });

  await rebuild(identity.db, events.slice(2));

  const erasedAt = events[2]?.time;
  expect((await identity.asAdmin('GET', path)).body).toMatchObject({ name: 'Ana Souza', telephone: null, erasedAt });
});

it('removes again a destination that was removed after the backup, and has the default of that time', async () => {
  const { body } = await identity.asAdmin('POST', '/recipients', {
    ...{ email: newEmail(), kind: 'PERSON', name: 'Ana Souza', document: '39053344705' },
  });
  const userId = Number(body['id']);
  const path = `/recipients/${String(userId)}/destinations`;
  const add = async (key: string) =>
    String((await identity.asAdmin('POST', path, { kind: 'PIX_KEY', pixKey: { type: 'EMAIL', key } })).body['id']);
  const [first, second, third] = [
    await add('a@loja.example'),
    await add('b@loja.example'),
    await add('c@loja.example'),
  ];
  await identity.asAdmin('POST', `${path}/${second}/default`);
  await identity.asAdmin('DELETE', `${path}/${first}`);
  const events = await eventsOf(userId, 7);
  // As the database was before, but for the third destination, which was added after the backup.
  await identity.db.query('delete from destination_data where destination_id = $1', [third]);
  await identity.db.query('update destinations set is_default = false where user_id = $1', [userId]);
  await identity.db.query('update destinations set removed_at = null, is_default = true where destination_id = $1', [
    first,
  ]);

  const unrestored = await rebuild(identity.db, events.slice(4));

  expect(unrestored).toEqual([{ key: String(userId), what: expect.stringContaining('a destination') as string }]);
  expect((await identity.asAdmin('GET', path)).body).toMatchObject({ data: [{ id: second, isDefault: true }] });
  expect(await rebuild(identity.db, events.slice(5))).toEqual([]);
  expect((await identity.asAdmin('GET', path)).body).toMatchObject({ data: [{ id: second, isDefault: true }] });
});

it('lets nobody in by a key whose secret was lost', async () => {
  const userId = await identity.createUser();
  const key = await identity.issueKey(userId);
  const events = await eventsOf(userId, 2);
  await identity.db.query('delete from api_keys where user_id = $1', [userId]);

  await rebuild(identity.db, events.slice(1));

  expect((await identity.issueToken(key)).status).toBe(401);
  const { body } = await identity.asAdmin('GET', `/users/${String(userId)}/api-keys`);
  expect(JSON.stringify(body)).toContain(key.clientId);
});

it('has what payers see of a merchant again, but for the logo', async () => {
  const userId = await identity.createUser();
  const path = `/users/${String(userId)}/profile`;
  const shown = { displayName: 'Padaria', supportEmail: 'ajuda@padaria.example' };
  await identity.asAdmin('PUT', path, shown);
  const events = await eventsOf(userId, 2);
  await identity.db.query('delete from merchant_profiles where user_id = $1', [userId]);

  await rebuild(identity.db, events.slice(1));

  expect((await identity.asAdmin('GET', path)).body).toMatchObject(shown);
});

it('gives no user the number of another', () => {
  const numbers = restoration.numbers.map(({ sequence, shownBy }) => [
    sequence,
    shownBy({ type: 'repasse.user.registered.v1', data: { userId: 1_007 } } as AnyEvent),
    shownBy({ type: 'repasse.user.suspended.v1', data: { userId: 1_007 } } as AnyEvent),
  ]);

  expect(numbers).toEqual([['users_id_seq', 1_007, undefined]]);
});
