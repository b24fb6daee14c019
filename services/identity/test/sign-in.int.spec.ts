import { fakeClock } from '@repasse/chassis/testing/clock';
import { consoleToken, internalToken, newEmail, startTestIdentity, type TestIdentity } from './identity';
import { arrival, password, peopleOf, type TestPeople } from './people';

const clock = fakeClock('2026-12-01T10:00:00.000Z');
const minuteMs = 60_000;

let identity: TestIdentity;
let people: TestPeople;

beforeAll(async () => {
  identity = await startTestIdentity(clock);
  people = peopleOf(identity, clock);
});
afterAll(() => identity.stop());

describe('a person', () => {
  it('comes to be by an invitation, signs in, and obtains tokens that name them', async () => {
    const userId = await identity.createUser();
    const { email, secret } = await people.invite(userId, 'FINANCE');
    expect((await people.ask('invitations/search', { secret })).body).toMatchObject({
      ...{ email, role: 'FINANCE', userName: 'Ana', isPerson: false },
    });
    expect(await people.become(secret)).toMatchObject({ status: 201, body: { needsSecondFactor: false } });
    const signedIn = await people.signIn(email.toUpperCase());
    const token = await people.tokenOf(String(signedIn.body['sessionSecret']));

    expect(signedIn.status).toBe(201);
    expect(signedIn.headers.get('cache-control')).toBe('no-store');
    expect(token).toMatchObject({
      status: 200,
      body: { userId, role: 'FINANCE', person: { email, name: 'Ana Souza', locale: 'pt-BR' }, provenAt: null },
    });
    expect((await identity.validate(`Bearer ${String(token.body['accessToken'])}`)).body).toMatchObject({
      ...{ valid: true, userId, clientId: 'console', profile: 'CUSTOMER' },
      scopes: expect.arrayContaining(['balance:read', 'person:write']) as unknown,
    });
  });

  it('says in the token what support may give back of one payment, and of nobody else', async () => {
    const limitOf = async (role: string): Promise<unknown> => {
      const person = await people.join(await identity.createUser(), role);
      const { body } = await people.tokenOf(person.secret, { userId: person.userId });
      const [, claims = ''] = String(body['accessToken']).split('.');
      return (JSON.parse(Buffer.from(claims, 'base64url').toString()) as Record<string, unknown>)['refund_minor_max'];
    };

    expect(await limitOf('SUPPORT')).toBe(50_000);
    expect(await limitOf('FINANCE')).toBeUndefined();
  });

  it('has the password of nobody else, and none that is easy to guess', async () => {
    const userId = await identity.createUser();
    const { email, secret } = await people.invite(userId);
    for (const weak of ['short', 'abcabcabcabcabcabc', 'qwertyuiopasdfghjkl', `${email}x`]) {
      expect(await people.become(secret, { password: weak })).toMatchObject({
        status: 400,
        body: { errors: [{ field: 'password' }] },
      });
    }
    expect((await people.become(secret)).status).toBe(201);
    const stored = await identity.db.query(`select to_jsonb(p)::text as row from persons p`);
    expect(JSON.stringify(stored)).not.toContain(password);
  });

  it('signs in with an accent that another keyboard writes in two characters', async () => {
    const { email, secret } = await people.invite(await identity.createUser());
    await people.become(secret, { password: 'a maçã da mãe de João' });

    expect((await people.signIn(email, 'a maçã da mãe de João'.normalize('NFD'))).status).toBe(201);
  });

  it('speaks as a customer, also where their user is staff', async () => {
    const userId = await identity.createUser('ADMIN');
    const owner = await people.join(userId, 'OWNER');
    const admin = await people.join(userId, 'STAFF_ADMIN');

    expect(await people.as(owner, 'GET', '/users')).toMatchObject({ status: 403 });
    expect(await people.as(admin, 'GET', '/users')).toMatchObject({ status: 200 });
  });

  it('is told the same, and counted, for an unknown address and a wrong password', async () => {
    const person = await people.join(await identity.createUser());
    const [unknown, wrong] = [await people.signIn(newEmail()), await people.signIn(person.email, 'another password')];
    const said = ({ body: { requestId: _id, ...rest } }: typeof unknown) => rest;

    expect([unknown.status, wrong.status]).toEqual([401, 401]);
    expect(said(unknown)).toEqual(said(wrong));
  });

  it('cannot be guessed from one address, and is not locked out by it', async () => {
    const person = await people.join(await identity.createUser());
    const from = { address: '198.51.100.9', userAgent: 'curl' };
    for (let tries = 0; tries < 10; tries += 1) {
      expect((await people.signIn(person.email, 'another password', from)).status).toBe(401);
    }

    expect(await people.signIn(person.email, password, from)).toMatchObject({ status: 429 });
    expect((await people.signIn(person.email)).status).toBe(201);
  });

  it('acts for the users they have a role at, and no other', async () => {
    const [one, other] = [await identity.createUser(), await identity.createUser()];
    const person = await people.join(one);

    expect(await people.tokenOf(person.secret, { userId: other })).toMatchObject({
      status: 404,
      body: { code: 'membership.not_found' },
    });
    const { secret } = await people.invite(other, 'SUPPORT', person.email);
    expect(await people.become(secret)).toMatchObject({ status: 409, body: { code: 'person.exists' } });
    const joined = await people.as(person, 'POST', '/person/memberships', { secret });
    expect(joined.body['memberships']).toMatchObject([
      { userId: one, role: 'OWNER' },
      { userId: other, role: 'SUPPORT' },
    ]);
    expect((await people.tokenOf(person.secret, { userId: other })).body).toMatchObject({ role: 'SUPPORT' });
  });
});

describe('an invitation', () => {
  it('counts once, for its address, and not after 72 hours', async () => {
    const userId = await identity.createUser();
    const { secret } = await people.invite(userId);
    const [first, second] = await Promise.all([people.become(secret), people.become(secret)]);
    const [made, refused] = [first.status, second.status].toSorted();
    expect([made, [404, 409].includes(refused ?? 0)]).toEqual([201, true]);
    const late = await people.invite(userId);
    const others = await people.invite(userId, 'SUPPORT');
    const person = await people.join(userId, 'SUPPORT');

    expect(await people.as(person, 'POST', '/person/memberships', { secret: others.secret })).toMatchObject({
      status: 404,
    });
    clock.advance(72 * 60 * minuteMs);
    expect(await people.become(late.secret)).toMatchObject({ status: 404, body: { code: 'invitation.not_found' } });
  });
});

describe('a session', () => {
  it('ends by a word, when it is not used, and after a day’s work', async () => {
    const person = await people.join(await identity.createUser());
    const open = async () => String((await people.signIn(person.email)).body['sessionSecret']);
    const [left, unused, used] = [await open(), await open(), await open()];
    await people.ask('sign-outs', { sessionSecret: left });
    expect(await people.tokenOf(left)).toMatchObject({ status: 401, body: { code: 'session.ended' } });
    for (let minutes = 0; minutes < 12 * 60; minutes += 50) {
      expect((await people.tokenOf(used)).status).toBe(200);
      clock.advance(50 * minuteMs);
    }

    expect((await people.tokenOf(unused)).status).toBe(401);
    expect((await people.tokenOf(used)).status).toBe(401);
  });

  it('is listed and ended by its person, and by nobody else', async () => {
    const [person, stranger] = [
      await people.join(await identity.createUser()),
      await people.join(await identity.createUser()),
    ];
    const other = (await people.signIn(person.email)).body;
    const listed = (await people.as(person, 'GET', '/person/sessions')).body['data'];
    expect(listed).toMatchObject([
      { sessionId: other['sessionId'], isCurrent: false, address: arrival.address },
      { isCurrent: true },
    ]);
    const path = `/person/sessions/${String(other['sessionId'])}`;

    expect((await people.as(stranger, 'DELETE', path)).status).toBe(404);
    expect((await people.as(person, 'DELETE', path)).status).toBe(204);
    expect((await people.tokenOf(String(other['sessionSecret']))).status).toBe(401);
    expect((await people.as(person, 'DELETE', path)).status).toBe(204);
  });

  it('takes its tokens along, and those of a role that was taken away', async () => {
    const userId = await identity.createUser();
    const { person: owner } = await people.joinProven(userId);
    const [left, removed] = [await people.join(userId, 'SUPPORT'), await people.join(userId, 'SUPPORT')];
    const bearer = async (secret: string) => `Bearer ${String((await people.tokenOf(secret)).body['accessToken'])}`;
    const [ofLeft, ofRemoved] = [await bearer(left.secret), await bearer(removed.secret)];
    await people.ask('sign-outs', { sessionSecret: left.secret });
    expect((await people.as(owner, 'DELETE', `/members/${removed.personId}`)).status).toBe(204);

    expect([(await identity.validate(ofLeft)).status, (await identity.validate(ofRemoved)).status]).toEqual([401, 401]);
  });

  it('is kept by a change of the password, which ends the others', async () => {
    const person = await people.join(await identity.createUser());
    const other = String((await people.signIn(person.email)).body['sessionSecret']);
    const change = (currentPassword: string, newPassword: string) =>
      people.as(person, 'PUT', '/person/password', { currentPassword, newPassword });
    const next = 'outra frase bem comprida';
    expect(await change('not my password', next)).toMatchObject({ status: 409 });
    expect(await change(password, 'aaaaaaaaaaaaaaaaaaaa')).toMatchObject({ status: 400 });
    expect((await change(password, next)).status).toBe(204);

    expect((await people.tokenOf(other)).status).toBe(401);
    expect((await people.tokenOf(person.secret)).status).toBe(200);
    expect((await people.signIn(person.email)).status).toBe(401);
    expect((await people.signIn(person.email, next)).status).toBe(201);
  });
});

describe('what the console asks', () => {
  it('is answered to the console alone', async () => {
    const body = { email: newEmail(), password, arrival };
    const as = (token: string) =>
      identity.call('POST', '/internal/sign-ins', body, { 'repasse-internal-token': token });

    expect(await as(internalToken)).toMatchObject({ status: 403, body: { code: 'auth.caller_refused' } });
    expect((await as('a token of nobody')).status).toBe(401);
    expect((await as(consoleToken)).status).toBe(401);
  });
});

describe('a key', () => {
  it('is no person', async () => {
    const key = await identity.issueKey(await identity.createUser());
    const authorization = `Bearer ${await identity.tokenOf(key)}`;
    for (const path of ['/person', '/members', '/audit', '/invitations']) {
      expect(await identity.call('GET', path, undefined, { authorization })).toMatchObject({
        status: 403,
        body: { code: 'auth.scope_missing' },
      });
    }
  });
});
