import { fakeClock } from '@repasse/chassis/testing/clock';
import { createAuthenticator, type Answering } from './authenticator';
import { startTestIdentity, type TestIdentity } from './identity';
import { consoleUrl, passkeysOf } from './passkeys';
import { arrival, password, peopleOf, type TestPeople } from './people';

const clock = fakeClock('2026-12-01T10:00:00.000Z');
const minuteMs = 60_000;

let identity: TestIdentity;
let people: TestPeople;
let passkeys: ReturnType<typeof passkeysOf>;

beforeAll(async () => {
  identity = await startTestIdentity(clock, { CONSOLE_PUBLIC_URL: consoleUrl });
  people = peopleOf(identity, clock);
  passkeys = passkeysOf(people);
});
afterAll(() => identity.stop());

const newPerson = async () => people.join(await identity.createUser());
const withPasskey = async () => {
  const person = await newPerson();
  const { device } = await passkeys.enrol(person);
  return { person, device };
};
const codes = (answers: readonly { readonly body: Readonly<Record<string, unknown>> }[]) =>
  answers.map(({ body }) => body['code']);

/** Answers that a device gives to somebody else, or to nobody in front of it. */
const wrongAnswers: readonly (readonly [string, Answering])[] = [
  ['another origin', { origin: 'https://console.test.evil.example' }],
  ['another port', { origin: 'https://console.test:8443' }],
  ['another host name', { rpId: 'evil.example' }],
  ['nobody who was verified', { isVerified: false }],
];

describe('adding a passkey', () => {
  it('lists it with its name, and never shows its key', async () => {
    const person = await newPerson();
    const { answer, device } = await passkeys.enrol(person);
    expect(answer).toMatchObject({ status: 201, body: { name: 'Telefone', isBackedUp: false, lastUsedAt: null } });
    expect(await passkeys.list(person)).toEqual([answer.body]);
    expect(JSON.stringify(answer.body)).not.toContain(device.id);
    expect((await people.tokenOf(person.secret)).body).toMatchObject({
      hasPasskey: true,
      provenAt: clock.now().toISOString(),
    });
  });

  it('takes the password, and a proof where there is something to prove by', async () => {
    const person = await newPerson();
    expect(await passkeys.prepare(person, 'another password')).toMatchObject({
      status: 409,
      body: { code: 'person.password_wrong' },
    });
    await passkeys.enrol(person);
    clock.advance(6 * minuteMs);
    expect(await passkeys.prepare(person)).toMatchObject({ status: 403, body: { code: 'auth.step_up_required' } });
    const app = await people.as(person, 'POST', '/person/second-factor', { password });
    expect(app).toMatchObject({ status: 403, body: { code: 'auth.step_up_required' } });
  });

  it.each([...wrongAnswers, ['the other ceremony', { type: 'webauthn.get' }] as const])(
    'refuses %s',
    async (_name, o) => {
      const person = await newPerson();
      const credential = createAuthenticator(consoleUrl).create(await passkeys.creationFor(person), o);

      expect(await passkeys.add(person, credential)).toMatchObject({ status: 409, body: { code: 'passkey.refused' } });
      expect(await passkeys.list(person)).toEqual([]);
    },
  );

  it('counts a challenge once, for five minutes, and in the session that asked', async () => {
    const [person, stranger] = [await newPerson(), await newPerson()];
    const elsewhere = { ...person, secret: String((await people.signIn(person.email)).body['sessionSecret']) };
    const options = await passkeys.creationFor(person);
    const answer = () => createAuthenticator(consoleUrl).create(options);
    expect(codes([await passkeys.add(stranger, answer())])).toEqual(['passkey.refused']);
    expect(codes([await passkeys.add(elsewhere, answer())])).toEqual(['passkey.refused']);
    const both = await Promise.all([passkeys.add(person, answer()), passkeys.add(person, answer())]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409]);
    expect((await passkeys.add(person, answer())).status).toBe(409);

    const late = await passkeys.creationFor(person);
    clock.advance(5 * minuteMs);
    expect((await passkeys.add(person, createAuthenticator(consoleUrl).create(late))).status).toBe(409);
  });

  it('has a limit, and takes no passkey twice', async () => {
    const person = await newPerson();
    const device = createAuthenticator(consoleUrl);
    const stranger = await newPerson();
    await passkeys.add(stranger, device.create(await passkeys.creationFor(stranger)));
    expect(codes([await passkeys.add(person, device.create(await passkeys.creationFor(person)))])).toEqual([
      'passkey.exists',
    ]);
    for (let made = 0; made < 10; made += 1) expect((await passkeys.enrol(person)).answer.status).toBe(201);

    expect(await passkeys.prepare(person)).toMatchObject({ status: 409, body: { code: 'passkey.limit_reached' } });
  });
});

describe('signing in by a passkey', () => {
  it('is both factors, in a session of its own', async () => {
    const { person, device } = await withPasskey();
    clock.advance(minuteMs);
    const started = await passkeys.signIn(device);
    expect(started).toMatchObject({ status: 201, body: { needsSecondFactor: false } });
    const secret = String(started.body['sessionSecret']);

    expect(secret).not.toBe(person.secret);
    expect((await people.tokenOf(secret)).body).toMatchObject({ provenAt: clock.now().toISOString() });
    expect(await passkeys.list({ ...person, secret })).toMatchObject([{ lastUsedAt: clock.now().toISOString() }]);
  });

  it('leaves a password alone without effect', async () => {
    const { person } = await withPasskey();
    const pending = await people.signIn(person.email);
    expect(pending.body).toMatchObject({ needsSecondFactor: true });
    expect((await people.tokenOf(String(pending.body['sessionSecret']))).status).toBe(403);
  });

  it.each([...wrongAnswers, ['the other ceremony', { type: 'webauthn.create' }] as const])(
    'refuses %s',
    async (_name, o) => {
      const { device } = await withPasskey();

      expect(await passkeys.signIn(device, o)).toMatchObject({ status: 401, body: { code: 'sign_in.refused' } });
    },
  );

  it('says the same of what is unknown, wrong, late and another browser’s', async () => {
    const { person, device } = await withPasskey();
    const stranger = createAuthenticator(consoleUrl);
    stranger.create(await passkeys.creationFor(person));
    const [one, other, late] = [await passkeys.asked(), await passkeys.asked(), await passkeys.asked()];
    const answers = [
      await passkeys.signIn(stranger),
      await passkeys.send(other.secret, device.get(one.options)),
      await passkeys.send(one.secret, {
        ...device.get(one.options),
        userHandle: Buffer.from('per_x').toString('base64url'),
      }),
      await passkeys.send(other.secret, { ...device.get(other.options), clientDataJSON: 'bm90IEpTT04' }),
      await passkeys.send(other.secret, { ...stranger.get(other.options), id: device.id }),
    ];
    clock.advance(5 * minuteMs);
    answers.push(await passkeys.send(late.secret, device.get(late.options)));
    await identity.db.query(`update persons set status = 'SUSPENDED' where person_id = $1`, [person.personId]);
    answers.push(await passkeys.signIn(device));
    const said = answers.map(({ status, body: { requestId: _id, ...rest } }) => ({ status, ...rest }));

    expect(said[0]).toMatchObject({ status: 401, code: 'sign_in.refused' });
    expect(new Set(said.map((each) => JSON.stringify(each))).size).toBe(1);
  });

  it('counts an answer once, also by two at once, and after one that was refused', async () => {
    const { device } = await withPasskey();
    const { secret, options } = await passkeys.asked();
    const answer = device.get(options);
    const both = await Promise.all([passkeys.send(secret, answer), passkeys.send(secret, answer)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 401]);

    const again = await passkeys.asked();
    const unverified = await passkeys.send(again.secret, device.get(again.options, { isVerified: false }));
    expect([unverified.status, (await passkeys.send(again.secret, device.get(again.options))).status]).toEqual([
      401, 401,
    ]);
  });

  it('refuses a copy, whose counter is behind, and tells its person', async () => {
    const { person, device } = await withPasskey();
    expect((await passkeys.signIn(device, { counter: 40 })).status).toBe(201);
    const copies = await Promise.all([
      passkeys.signIn(device, { counter: 40 }),
      passkeys.signIn(device, { counter: 0 }),
    ]);
    expect(copies.map(({ status }) => status)).toEqual([401, 401]);
    expect((await passkeys.signIn(device, { counter: 41 })).status).toBe(201);

    const { body } = await people.as(person, 'GET', '/audit?operation=PASSKEY_COPIED');
    expect(body['data']).toMatchObject([{ outcome: 'REFUSED', personId: person.personId }, { outcome: 'REFUSED' }]);
    const proofs = await identity.metric('repasse_identity_passkey_proofs_total');
    expect(proofs).toMatch(/purpose="SIGN_IN",outcome="copy".* 2$/m);
  });

  it('takes a device that does not count', async () => {
    const person = await newPerson();
    const device = createAuthenticator(consoleUrl);
    await passkeys.add(person, device.create(await passkeys.creationFor(person), { counter: 0 }));
    const answers = [await passkeys.signIn(device, { counter: 0 }), await passkeys.signIn(device, { counter: 0 })];

    expect(answers.map(({ status }) => status)).toEqual([201, 201]);
  });

  it('is limited as wrong passwords are', async () => {
    const { device } = await withPasskey();
    const from = { ...arrival, address: '203.0.113.77' };
    const { secret, options } = await passkeys.asked();
    for (let tries = 0; tries < 10; tries += 1)
      expect((await passkeys.send(secret, device.get(options, { isVerified: false }), from)).status).toBe(401);

    const right = await passkeys.asked();
    expect((await passkeys.send(right.secret, device.get(right.options), from)).status).toBe(429);
    expect((await passkeys.send(right.secret, device.get(right.options))).status).toBe(201);
  });

  it('asks for no more challenges than a person needs', async () => {
    const from = { ...arrival, address: '203.0.113.78' };
    const statuses = new Set<number>();
    for (let tries = 0; tries < 61; tries += 1)
      statuses.add((await people.ask('sign-ins/passkey/options', { arrival: from })).status);

    expect([...statuses]).toEqual([200, 429]);
  });
});

describe('proving by a passkey', () => {
  it('counts for a pending session and for what asks for a proof, under another secret', async () => {
    const { person, device } = await withPasskey();
    const pending = String((await people.signIn(person.email)).body['sessionSecret']);
    const proven = await passkeys.prove(pending, device);
    expect(proven).toMatchObject({ status: 200, body: { needsSecondFactor: false } });
    expect((await people.tokenOf(pending)).status).toBe(401);

    const secret = String(proven.body['sessionSecret']);
    clock.advance(6 * minuteMs);
    expect((await people.as({ ...person, secret }, 'POST', '/api-keys', { name: 'Shop' })).status).toBe(403);
    const again = String((await passkeys.prove(secret, device)).body['sessionSecret']);
    expect((await people.as({ ...person, secret: again }, 'POST', '/api-keys', { name: 'Shop' })).status).toBe(201);
  });

  it('takes nobody else’s, nor an answer to a sign-in or to another session', async () => {
    const [one, other] = [await withPasskey(), await withPasskey()];
    const { secret } = one.person;
    const signIn = await passkeys.asked();
    const elsewhere = String((await people.signIn(one.person.email)).body['sessionSecret']);
    const answers = [
      await passkeys.prove(secret, other.device),
      await passkeys.sendProof(secret, one.device.get(signIn.options)),
      await passkeys.sendProof(secret, one.device.get(await passkeys.proofFor(elsewhere))),
      await passkeys.prove(secret, one.device, { isVerified: false }),
    ];

    expect(codes(answers)).toEqual(answers.map(() => 'passkey.refused'));
    expect(await passkeys.list(other.person)).toMatchObject([{ lastUsedAt: null }]);
    expect((await people.tokenOf(secret)).status).toBe(200);
  });

  it('needs a passkey to begin with', async () => {
    const person = await newPerson();
    expect(await passkeys.proofFor(person.secret)).toMatchObject({ code: 'passkey.refused' });
  });
});

describe('removing a passkey', () => {
  it('takes a fresh proof, ends other sessions, and leaves nothing to sign in by', async () => {
    const { person, device } = await withPasskey();
    const other = String((await passkeys.signIn(device)).body['sessionSecret']);
    const [passkey] = await passkeys.list(person);
    const path = `/person/passkeys/${String(passkey?.['passkeyId'])}`;
    const stranger = await withPasskey();
    expect((await people.as(stranger.person, 'DELETE', path)).status).toBe(204);
    expect(await passkeys.list(person)).toHaveLength(1);
    clock.advance(6 * minuteMs);
    expect((await people.as(person, 'DELETE', path)).status).toBe(403);
    person.secret = String((await passkeys.prove(person.secret, device)).body['sessionSecret']);

    expect((await people.as(person, 'DELETE', path)).status).toBe(204);
    expect((await people.tokenOf(other)).status).toBe(401);
    expect((await passkeys.signIn(device)).status).toBe(401);
    expect((await people.signIn(person.email)).body).toMatchObject({ needsSecondFactor: false });
  });

  it('is an administrator’s for who lost their device', async () => {
    const { person, device } = await withPasskey();
    const member = `/users/${String(person.userId)}/members`;
    expect((await identity.asAdmin('GET', member)).body['data']).toMatchObject([{ hasPasskey: true }]);
    expect((await identity.asAdmin('DELETE', `${member}/${person.personId}/second-factor`)).status).toBe(204);

    expect((await passkeys.signIn(device)).status).toBe(401);
    expect((await people.tokenOf(person.secret)).status).toBe(401);
  });
});

it('keeps no challenge and no secret as it is', async () => {
  const person = await newPerson();
  const [{ challenge }, { secret, options }] = [await passkeys.creationFor(person), await passkeys.asked()];
  const stored = await identity.stored('passkey_challenges', 'audit_entries', 'idempotency_keys');

  for (const each of [challenge, secret, options.challenge]) expect(stored).not.toContain(each);
});
