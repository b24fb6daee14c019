import { fakeClock } from '@repasse/chassis/testing/clock';
import { startTestIdentity, type TestIdentity } from './identity';
import { password, peopleOf, type TestPeople } from './people';

const clock = fakeClock('2026-12-01T10:00:00.000Z');
const stepMs = 30_000;

let identity: TestIdentity;
let people: TestPeople;

beforeAll(async () => {
  identity = await startTestIdentity(clock);
  people = peopleOf(identity, clock);
});
afterAll(() => identity.stop());

const signedIn = async (email: string): Promise<string> => String((await people.signIn(email)).body['sessionSecret']);

const newPerson = async () => people.joinProven(await identity.createUser());

describe('a second factor', () => {
  it('is asked for at the next sign-in, and the session has another secret after it', async () => {
    const { person, app } = await newPerson();
    const started = await people.signIn(person.email);
    const secret = String(started.body['sessionSecret']);
    expect(started.body).toMatchObject({ needsSecondFactor: true });
    expect(await people.tokenOf(secret)).toMatchObject({
      status: 403,
      body: { code: 'session.second_factor_needed' },
    });
    clock.advance(stepMs);
    const proven = await people.prove(secret, people.codeOf(app));

    expect(proven).toMatchObject({ status: 200, body: { needsSecondFactor: false } });
    expect((await people.tokenOf(secret)).status).toBe(401);
    expect((await people.tokenOf(String(proven.body['sessionSecret']))).body).toMatchObject({
      provenAt: clock.now().toISOString(),
      hasSecondFactor: true,
    });
  });

  it('takes each code once, also by two at once', async () => {
    const { person, app } = await newPerson();
    const [one, other] = [await signedIn(person.email), await signedIn(person.email)];
    clock.advance(stepMs);
    const code = people.codeOf(app);
    const statuses = (await Promise.all([people.prove(one, code), people.prove(other, code)])).map(
      ({ status }) => status,
    );

    expect(statuses.toSorted()).toEqual([200, 409]);
  });

  it('refuses right codes behind the limit of wrong ones, recovery codes too', async () => {
    const { person, app, recoveryCodes } = await newPerson();
    const secret = await signedIn(person.email);
    clock.advance(stepMs);
    const wrong = people.codeOf(app) === '000000' ? '000001' : '000000';
    for (let tries = 0; tries < 10; tries += 1) {
      const code = tries % 2 === 0 ? wrong : 'AAAA-AAAA-AAAA-AAAA';
      expect((await people.prove(secret, code)).status).toBe(409);
    }

    expect((await people.prove(secret, people.codeOf(app))).status).toBe(429);
    expect((await people.prove(secret, recoveryCodes[0] ?? '')).status).toBe(429);
  });

  it('needs the password to be enrolled, and a proof to be removed', async () => {
    const person = await people.join(await identity.createUser());
    expect(await people.as(person, 'POST', '/person/second-factor', { password: 'something else' })).toMatchObject({
      status: 409,
      body: { code: 'person.password_wrong' },
    });
    await people.enrol(person);
    expect(await people.as(person, 'POST', '/person/second-factor', { password })).toMatchObject({
      status: 409,
      body: { code: 'second_factor.active' },
    });
    clock.advance(6 * 60_000);

    expect(await people.as(person, 'DELETE', '/person/second-factor')).toMatchObject({ status: 403 });
    expect((await people.as(person, 'GET', '/person/second-factor')).body).toMatchObject({
      status: 'ACTIVE',
      recoveryCodesLeft: 10,
    });
  });

  it('keeps its secret and its recovery codes out of the tables', async () => {
    const { person, app, recoveryCodes } = await newPerson();
    const stored = await identity.stored('person_second_factors', 'idempotency_keys', 'audit_entries', 'sessions');

    for (const secret of [app, person.secret, ...recoveryCodes]) {
      expect(stored).not.toContain(secret);
    }
  });
});

describe('recovery codes', () => {
  it('each take the place of a code once, however they are written', async () => {
    const { person, recoveryCodes } = await newPerson();
    const [code = ''] = recoveryCodes;
    const written = ` ${code.toLowerCase().replaceAll('-', ' ')}`;
    expect(recoveryCodes).toHaveLength(10);

    expect((await people.prove(await signedIn(person.email), written)).status).toBe(200);
    expect((await people.prove(await signedIn(person.email), code)).status).toBe(409);
    expect((await people.prove(await signedIn(person.email), recoveryCodes[1] ?? '')).status).toBe(200);
  });

  it('are another person’s for nobody, and those before count no longer', async () => {
    const [one, other] = [await newPerson(), await newPerson()];
    expect((await people.prove(await signedIn(one.person.email), other.recoveryCodes[0] ?? '')).status).toBe(409);
    const renewed = await people.as(one.person, 'POST', '/person/recovery-codes');

    expect(renewed.status).toBe(200);
    expect((await people.prove(await signedIn(one.person.email), one.recoveryCodes[0] ?? '')).status).toBe(409);
  });
});

it('is removed by an administrator for who lost it, whose sessions end', async () => {
  const { person } = await newPerson();
  const path = `/users/${String(person.userId)}/members/${person.personId}/second-factor`;

  expect((await identity.asAdmin('DELETE', path)).status).toBe(204);
  expect((await people.tokenOf(person.secret)).status).toBe(401);
  expect((await people.signIn(person.email)).body).toMatchObject({ needsSecondFactor: false });
});

it('stands for the second factor of a user where a person makes keys', async () => {
  const { person } = await newPerson();
  const made = await people.as(person, 'POST', '/api-keys', { name: 'Shop' });

  expect(made.status).toBe(201);
  clock.advance(6 * 60_000);
  expect(await people.as(person, 'POST', '/api-keys', { name: 'Shop' })).toMatchObject({
    status: 403,
    body: { code: 'auth.step_up_required' },
  });
});
