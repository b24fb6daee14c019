import { fromMessage } from '@repasse/chassis/bus/envelope';
import { openPostgresBus } from '@repasse/chassis/bus/postgres/postgres-bus';
import { type Bus } from '@repasse/chassis/bus/bus';
import { createLogger } from '@repasse/chassis/log/logger';
import { createMetrics } from '@repasse/chassis/telemetry/metrics';
import { eventually } from '@repasse/chassis/testing/eventually';
import { validateEvent } from '@repasse/contracts';
import { newEmail, TestIdentity } from './identity';
import { hashOfEmail } from '../src/users/rules';

let identity: TestIdentity;
let bus: Bus;

beforeAll(async () => {
  identity = await TestIdentity.start();
  bus = await openPostgresBus({
    url: identity.env['BUS_POSTGRES_URL'] ?? '',
    log: createLogger({ service: 'test', level: 'fatal' }),
    metrics: createMetrics('test'),
  });
});
afterAll(async () => {
  await bus.close();
  await identity.stop();
});

const eventsOf = async (userId: number) =>
  (await bus.replay('identity.events.v1', String(userId))).map((message) => fromMessage(message));
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
