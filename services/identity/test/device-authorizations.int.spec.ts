import { eventually } from '@repasse/chassis/testing/eventually';
import { fakeClock } from '@repasse/chassis/testing/clock';
import { type TestAnswer } from '@repasse/chassis/testing/http-test';
import { startTestIdentity, type TestIdentity } from './identity';
import { peopleOf, type TestPeople, type TestPerson } from './people';

const clock = fakeClock('2026-12-01T10:00:00.000Z');
const minuteMs = 60_000;
const consoleUrl = 'https://console.loja.example';

let identity: TestIdentity;
let people: TestPeople;

beforeAll(async () => {
  identity = await startTestIdentity(clock, { CONSOLE_PUBLIC_URL: `${consoleUrl}/` });
  people = peopleOf(identity, clock);
});
afterAll(() => identity.stop());

const device = (more: object = {}) =>
  identity.call('POST', '/device-authorizations', { deviceName: 'repasse on notebook', ...more });
const statusOf = ({ body }: TestAnswer) =>
  identity.call('GET', `/device-authorizations/${String(body['clientId'])}`).then(({ body: now }) => now['status']);
const byCode = ({ body }: TestAnswer) => `/device-authorizations/by-code/${String(body['userCode'])}`;
const approve = (person: TestPerson, asked: TestAnswer, body?: object, headers = {}) =>
  people.as(person, 'POST', `${byCode(asked)}/approval`, body, headers);
const keyIn = ({ body }: TestAnswer) => ({
  clientId: String(body['clientId']),
  clientSecret: String(body['clientSecret']),
});
const validate = async (asked: TestAnswer) => {
  const { clientId, clientSecret } = keyIn(asked);
  return identity.validate(`Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`);
};
const developer = async (): Promise<TestPerson> =>
  (await people.joinProven(await identity.createUser(), 'DEVELOPER')).person;

describe('a device that asks for a key', () => {
  it('shows a code and a page, has no key while a person has not approved, and then has one of their account', async () => {
    const person = await developer();
    const asked = await device({ scopes: ['charges:read', 'webhooks:read'] });
    expect(asked).toMatchObject({
      status: 201,
      body: {
        userCode: expect.stringMatching(/^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/) as unknown,
        approvalUrl: `${consoleUrl}/device?code=${String(asked.body['userCode'])}`,
        expiresAt: '2026-12-01T10:10:00.000Z',
      },
    });
    expect(asked.headers.get('cache-control')).toBe('no-store');
    expect([await statusOf(asked), (await validate(asked)).status]).toEqual(['WAITING', 401]);
    expect((await people.as(person, 'GET', byCode(asked))).body).toMatchObject({
      ...{ deviceName: 'repasse on notebook', address: '127.0.0.1', status: 'WAITING' },
      scopes: ['charges:read', 'webhooks:read'],
    });

    expect(await approve(person, asked)).toMatchObject({ status: 200, body: { status: 'APPROVED' } });
    expect(await statusOf(asked)).toBe('APPROVED');
    expect((await validate(asked)).body).toMatchObject({
      ...{ valid: true, userId: person.userId, scopes: ['charges:read', 'webhooks:read'] },
      expiresAt: '2027-03-01T10:00:00.000Z',
    });
    const keys = (await people.as(person, 'GET', '/api-keys')).body['data'] as readonly object[];
    expect(keys).toMatchObject([{ clientId: asked.body['clientId'], name: 'repasse on notebook' }]);
    await eventually(async () => {
      const events = await identity.bus.published('identity.events.v1', String(person.userId));
      return events.find(({ data }) => (data as { clientId?: string }).clientId === asked.body['clientId']);
    });
  });

  it('is given less than it asked for, and all that the account may have when it named nothing', async () => {
    const person = await developer();
    const [some, all] = [await device(), await device()];
    await approve(person, some, { scopes: ['charges:read'], expiresAt: '2026-12-02T00:00:00-03:00' });
    await approve(person, all);

    expect((await validate(some)).body).toMatchObject({
      scopes: ['charges:read'],
      expiresAt: '2026-12-02T03:00:00.000Z',
    });
    expect((await validate(all)).body['scopes']).toContain('charges:write');
  });

  it('is approved once, by one of two accounts at the same moment', async () => {
    const [one, other] = [await developer(), await developer()];
    const asked = await device();
    const answers = await Promise.all([approve(one, asked), approve(other, asked)]);

    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404]);
    const [winner, loser] = answers[0].status === 200 ? [one, other] : [other, one];
    expect((await validate(asked)).body['userId']).toBe(winner.userId);
    expect(await approve(winner, asked)).toMatchObject({ status: 409, body: { code: 'device_authorization.decided' } });
    expect((await people.as(loser, 'GET', byCode(asked))).status).toBe(404);
    expect((await people.as(loser, 'DELETE', byCode(asked))).status).toBe(404);
  });

  it('is answered the same for a repeat under one key', async () => {
    const person = await developer();
    const asked = await device();
    const first = await approve(person, asked, undefined, { 'idempotency-key': 'once' });
    const again = await approve(person, asked, undefined, { 'idempotency-key': 'once' });

    expect([first.status, again.status, again.body]).toEqual([200, 200, first.body]);
  });

  it('gets nothing when it is refused, however often that is said', async () => {
    const person = await developer();
    const asked = await device();
    const refuse = () => people.as(person, 'DELETE', byCode(asked));

    expect([(await refuse()).status, (await refuse()).status]).toEqual([204, 204]);
    expect([await statusOf(asked), (await validate(asked)).status]).toEqual(['REFUSED', 401]);
    expect((await approve(person, asked)).status).toBe(409);
  });

  it('has ten minutes', async () => {
    const person = await developer();
    const asked = await device();
    clock.advance(10 * minuteMs);

    expect((await people.as(person, 'GET', byCode(asked))).status).toBe(404);
    expect((await identity.call('GET', `/device-authorizations/${keyIn(asked).clientId}`)).status).toBe(404);
  });

  it('is approved by nobody who may make no keys, or has not proven a second factor', async () => {
    const asked = await device();
    const userId = await identity.createUser();
    const { person: finance } = await people.joinProven(userId, 'FINANCE');
    expect(await approve(finance, asked)).toMatchObject({ status: 403, body: { code: 'auth.scope_missing' } });
    const unproven = await people.join(userId, 'DEVELOPER');
    expect((await approve(unproven, asked)).status).toBe(403);
    expect(await statusOf(asked)).toBe('WAITING');
  });

  it('cannot be given what its account may not have, and waits on', async () => {
    const person = await developer();
    const asked = await device({ scopes: ['users:write'] });

    expect(await approve(person, asked)).toMatchObject({ status: 400, body: { code: 'api_key.scope_not_allowed' } });
    expect(await statusOf(asked)).toBe('WAITING');
  });

  it('names every fault of a request', async () => {
    const { status, body } = await device({ deviceName: '', scopes: ['everything'] });

    expect(status).toBe(400);
    expect(body['errors']).toMatchObject([{ field: 'deviceName' }, { field: 'scopes[0]' }]);
    expect((await identity.call('GET', '/device-authorizations/by-code/AAAA')).status).toBe(401);
  });
});

it('is no way in where there is no console', async () => {
  const without = await startTestIdentity(clock);
  try {
    const answer = await without.call('POST', '/device-authorizations', { deviceName: 'notebook' });
    expect(answer).toMatchObject({ status: 409, body: { code: 'device_authorization.no_console' } });
  } finally {
    await without.stop();
  }
});
