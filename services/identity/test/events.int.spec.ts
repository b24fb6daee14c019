import { eventually } from '@repasse/chassis/testing/eventually';
import { validateEvent } from '@repasse/contracts';
import { newEmail, startTestIdentity, type TestIdentity } from './identity';
import { hashOfEmail } from '../src/users/rules';
import { pngOf } from './pictures';

let identity: TestIdentity;

beforeAll(async () => {
  identity = await startTestIdentity();
});
afterAll(() => identity.stop());

const eventsOf = (userId: number) => identity.bus.published('identity.events.v1', String(userId));
const names = (events: Awaited<ReturnType<typeof eventsOf>>) => events.map(({ type }) => type);

it('tells the life of a user and their keys, in order and without gaps', async () => {
  const email = newEmail();
  const { body } = await identity.asAdmin('POST', '/users', { email, name: 'Ana', profile: 'CUSTOMER' });
  const userId = Number(body['id']);
  const { clientId } = await identity.issueKey(userId, { scopes: ['charges:read'] });
  await identity.asAdmin('DELETE', `/users/${userId}/api-keys/${clientId}`);
  await identity.asAdmin('PATCH', `/users/${userId}`, { profile: 'OPERATOR' });
  await identity.asAdmin('PATCH', `/users/${userId}`, { status: 'SUSPENDED' });
  await identity.asAdmin('PATCH', `/users/${userId}`, { status: 'ACTIVE' });

  const events = await eventually(async () => {
    const all = await eventsOf(userId);
    return all.length === 6 && all;
  });
  expect(names(events)).toEqual([
    'repasse.user.registered.v1',
    'repasse.api_key.issued.v1',
    'repasse.api_key.revoked.v1',
    'repasse.profile.granted.v1',
    'repasse.user.suspended.v1',
    'repasse.user.activated.v1',
  ]);
  expect(events.map(({ position }) => position)).toEqual([1, 2, 3, 4, 5, 6]);
  expect(events.flatMap(({ type, data }) => validateEvent(type, data))).toEqual([]);
  expect(events[0]?.data).toMatchObject({ userId, emailHash: hashOfEmail(email), profiles: ['CUSTOMER'] });
  expect(JSON.stringify(events)).not.toContain(email);
});

it('tells what payers see of a merchant, all of it each time and once for each change', async () => {
  const userId = await identity.createUser();
  const path = `/users/${userId}/profile`;
  const whole = {
    displayName: 'Padaria',
    supportEmail: 'ajuda@padaria.example',
    supportUrl: 'https://padaria.example',
    frameOrigins: ['https://padaria.example'],
    brandColor: '#7a1fa2',
  };
  const putLogo = async (bytes: Buffer) =>
    fetch(`${identity.url}${path}/logo`, {
      method: 'PUT',
      headers: { authorization: await identity.adminAuthorization(), 'content-type': 'image/png' },
      body: new Uint8Array(bytes),
    });
  for (let times = 0; times < 2; times += 1) await identity.asAdmin('PUT', path, whole);
  for (let times = 0; times < 2; times += 1) await putLogo(pngOf(64, 64));
  for (let times = 0; times < 2; times += 1) await identity.asAdmin('PUT', path, { displayName: 'Padaria' });
  for (let times = 0; times < 2; times += 1) await identity.asAdmin('DELETE', `${path}/logo`);
  await identity.asAdmin('PATCH', `/users/${userId}`, { status: 'SUSPENDED' });

  const events = await eventually(async () => {
    const all = await eventsOf(userId);
    return all.at(-1)?.type === 'repasse.user.suspended.v1' && all;
  });
  const changes = events.slice(1, -1);
  expect(new Set(names(changes))).toEqual(new Set(['repasse.user.profile_changed.v1']));
  expect(changes.flatMap(({ type, data }) => validateEvent(type, data))).toEqual([]);
  const logoPath = expect.stringMatching(/^\/merchants\/logos\/[0-9a-f]{64}$/) as string;
  const [changedAt, nameOnly] = [
    expect.any(String) as string,
    { supportEmail: null, supportUrl: null, frameOrigins: [], brandColor: null },
  ];
  expect(changes.map(({ data }) => data)).toEqual([
    { userId, ...whole, logoPath: null, changedAt },
    { userId, ...whole, logoPath, changedAt },
    { userId, displayName: 'Padaria', ...nameOnly, logoPath, changedAt },
    { userId, displayName: 'Padaria', ...nameOnly, logoPath: null, changedAt },
  ]);
});

it('tells once that a merchant took back what payers see, in order with a profile given anew', async () => {
  const userId = await identity.createUser();
  const path = `/users/${userId}/profile`;
  await identity.asAdmin('DELETE', path);
  for (let rounds = 0; rounds < 2; rounds += 1) {
    await identity.asAdmin('PUT', path, { displayName: 'Padaria' });
    for (let times = 0; times < 2; times += 1) await identity.asAdmin('DELETE', path);
  }
  await identity.asAdmin('DELETE', `${path}/logo`);
  await identity.asAdmin('PATCH', `/users/${userId}`, { status: 'SUSPENDED' });

  const events = await eventually(async () => {
    const all = await eventsOf(userId);
    return all.at(-1)?.type === 'repasse.user.suspended.v1' && all;
  });
  const [changed, removed] = ['repasse.user.profile_changed.v1', 'repasse.user.profile_removed.v1'];
  expect(names(events).slice(1, -1)).toEqual([changed, removed, changed, removed]);
  expect(events.map(({ position }) => position)).toEqual([1, 2, 3, 4, 5, 6]);
  expect(events.flatMap(({ type, data }) => validateEvent(type, data))).toEqual([]);
  expect(events[2]?.data).toEqual({ userId, removedAt: expect.any(String) as string });
});

it('says nothing when nothing changed', async () => {
  const userId = await identity.createUser();
  const { clientId } = await identity.issueKey(userId);
  await identity.asAdmin('PATCH', `/users/${userId}`, { status: 'ACTIVE', profile: 'CUSTOMER', name: 'Ana Lima' });
  for (let times = 0; times < 2; times += 1) await identity.asAdmin('DELETE', `/users/${userId}/api-keys/${clientId}`);
  await identity.asAdmin('PATCH', `/users/${userId}`, { status: 'SUSPENDED' });

  const events = await eventually(async () => {
    const all = await eventsOf(userId);
    return all.length === 4 && all;
  });
  expect(names(events)).toEqual([
    'repasse.user.registered.v1',
    'repasse.api_key.issued.v1',
    'repasse.api_key.revoked.v1',
    'repasse.user.suspended.v1',
  ]);
});
