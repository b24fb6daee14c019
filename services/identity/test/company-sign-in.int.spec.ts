import { fakeClock } from '@repasse/chassis/testing/clock';
import { simulateProviders, type SimulatedProviders } from '@repasse/provider-sandbox/testing/simulated-providers';
import { companiesOf, consoleUrl } from './companies';
import { startTestIdentity, type TestIdentity } from './identity';
import { peopleOf, type TestPeople } from './people';

const clock = fakeClock('2026-12-01T10:00:00.000Z');
const minuteMs = 60_000;

let identity: TestIdentity;
let providers: SimulatedProviders;
let people: TestPeople;
let companies: ReturnType<typeof companiesOf>;

beforeAll(async () => {
  providers = await simulateProviders({}, clock);
  identity = await startTestIdentity(clock, { CONSOLE_PUBLIC_URL: consoleUrl, SANDBOX: 'true' });
  people = peopleOf(identity, clock);
  companies = companiesOf(people, providers.url);
});
afterAll(async () => {
  await identity.stop();
  await providers.stop();
});

let made = 0;
/** A merchant with a provider and its owner, whose second factor was proven now. */
const newCompany = async () => {
  const name = `empresa-${String(++made)}`;
  const userId = await identity.createUser();
  const { person: owner, app } = await people.joinProven(userId);
  expect(await companies.register(owner, name)).toMatchObject({ status: 200 });
  return { name, userId, owner, app };
};
/** The same, where the owner is linked as `person-1`. */
const linkedCompany = async () => {
  const company = await newCompany();
  expect(await companies.link(company.owner)).toMatchObject({ status: 200, body: { session: null } });
  return company;
};

const refused = { status: 401, body: { code: 'company_sign_in.refused' } };
const notLinked = { status: 403, body: { code: 'company_sign_in.not_linked' } };

describe('registering a provider', () => {
  it('keeps it sealed, shows it without its secret, and changes nothing when it is repeated', async () => {
    const { name, owner } = await newCompany();
    const shown = await people.as(owner, 'GET', '/company-sign-in');
    expect(shown).toMatchObject({
      ...{ status: 200, body: { signInName: name, issuer: companies.issuerOf(name), clientId: 'repasse' } },
    });
    clock.advance(minuteMs);
    expect((await companies.register(owner, name)).body).toEqual(shown.body);
    expect((await companies.register(owner, name, { clientSecret: undefined })).body).toEqual(shown.body);
    expect(shown.text + (await identity.stored('company_providers'))).not.toContain('secret-of-repasse');
  });

  it('is an owner’s to do, with a proof, and their own alone', async () => {
    const { userId, owner } = await newCompany();
    const { person: developer } = await people.joinProven(userId, 'DEVELOPER');
    const { person: stranger } = await people.joinProven(await identity.createUser());
    const key = await identity.issueKey(userId);
    const authorization = `Bearer ${await identity.tokenOf(key)}`;
    const body = companies.bodyOf('another-name');

    expect(await companies.register(developer, 'another-name')).toMatchObject({ status: 403 });
    expect(await people.as(developer, 'DELETE', '/company-sign-in')).toMatchObject({ status: 403 });
    expect(await identity.call('PUT', '/company-sign-in', body, { authorization })).toMatchObject({ status: 403 });
    expect(await people.as(stranger, 'GET', '/company-sign-in')).toMatchObject({ status: 404 });
    clock.advance(6 * minuteMs);
    expect(await companies.register(owner, 'another-name')).toMatchObject({
      ...{ status: 403, body: { code: 'auth.step_up_required' } },
    });
  });

  it('refuses a name that another company has', async () => {
    const [{ name }, { owner }] = [await newCompany(), await newCompany()];
    expect(await companies.register(owner, name)).toMatchObject({
      ...{ status: 409, body: { code: 'company_sign_in.name_taken' } },
    });
  });

  it.each([
    ['nobody listens at', () => 'http://127.0.0.1:9/oidc'],
    ['has no discovery document', () => `${providers.url}/pix`],
    ['is the path of a document', () => `${companies.issuerOf('x')}/.well-known/openid-configuration`],
  ])('refuses an issuer that %s', async (_what, issuer) => {
    const { owner } = await newCompany();
    const { body } = await companies.register(owner, 'a-name-of-no-use', { issuer: issuer() });
    expect(['company_sign_in.provider_unreadable', 'request.invalid']).toContain(body['code']);
  });

  it('sends a kept secret to no other issuer', async () => {
    const { name, owner } = await newCompany();
    const issuer = companies.issuerOf('elsewhere');
    expect(await companies.register(owner, name, { issuer, clientSecret: undefined })).toMatchObject({
      ...{ status: 400, body: { errors: [{ field: 'clientSecret' }] } },
    });
  });
});

describe('a provider that is required', () => {
  /** Of a company with a linked owner, where `role` is linked as `person-2`. */
  const requiringCompany = async (role: string) => {
    const company = await linkedCompany();
    const { person } = await people.joinProven(company.userId, role);
    expect(await companies.link(person, { subject: 'person-2' })).toMatchObject({ status: 200 });
    await people.prove(company.owner.secret, people.codeOf(company.app));
    const required = await companies.register(company.owner, company.name, { isRequired: true });
    expect(required).toMatchObject({ status: 200, body: { isRequired: true } });
    return { ...company, person };
  };
  const everyPerson = ['person:write', 'person:read'];
  const companyNeeded = { companyNeeded: { signInName: expect.any(String) as string } };

  it('leaves a password what a person may do for themselves, and gives a session by it the role', async () => {
    const { name, userId, person } = await requiringCompany('FINANCE');
    const byPassword = await people.tokenOf(person.secret, { userId });
    expect(byPassword).toMatchObject({ status: 200, body: { role: 'FINANCE', scopes: everyPerson, ...companyNeeded } });
    expect(byPassword.body['person']).toMatchObject({ memberships: [{ userId, scopes: everyPerson }] });
    expect(await people.as(person, 'GET', '/recipients')).toMatchObject({ status: 403 });
    expect(await people.as(person, 'GET', '/person/company-links')).toMatchObject({ status: 200 });

    const secret = companies.secretIn(await companies.signIn(name, { subject: 'person-2' }));
    const byCompany = await people.tokenOf(secret);
    expect(byCompany).toMatchObject({ status: 200, body: { role: 'FINANCE', companyNeeded: null } });
    expect(byCompany.body['scopes']).toContain('balance:read');
    expect(await people.as({ secret, userId }, 'GET', '/recipients')).toMatchObject({ status: 200 });
  });

  it('lets whoever is not linked yet link themselves', async () => {
    const { name, userId } = await requiringCompany('FINANCE');
    const { person } = await people.joinProven(userId, 'SUPPORT');
    expect(await companies.link(person, { subject: 'person-3' })).toMatchObject({ status: 200 });
    expect(await companies.signIn(name, { subject: 'person-3' })).toMatchObject({ status: 200 });
  });

  it('is asked of no owner, who turns it off when the provider is away', async () => {
    const { name, userId, owner, person } = await requiringCompany('DEVELOPER');
    expect(await people.tokenOf(owner.secret, { userId })).toMatchObject({
      ...{ status: 200, body: { role: 'OWNER', companyNeeded: null } },
    });
    expect(await companies.register(owner, name)).toMatchObject({ status: 200, body: { isRequired: false } });
    expect(await people.tokenOf(person.secret, { userId })).toMatchObject({ body: { companyNeeded: null } });
  });

  it('shows and keeps no view of the account, and takes none away', async () => {
    const { userId, owner, person } = await requiringCompany('SUPPORT');
    const view = { screen: 'charges', name: 'Pagas', filters: { status: 'PAID' }, isShared: true };
    const { body } = await people.as(owner, 'POST', '/views', view);
    const own = { ...view, isShared: false };

    expect(await people.as(person, 'GET', '/views')).toMatchObject({ status: 200, body: { data: [] } });
    expect(await people.as(person, 'POST', '/views', own)).toMatchObject({ status: 404 });
    expect(await people.as(person, 'DELETE', `/views/${String(body['viewId'])}`)).toMatchObject({ status: 204 });
    expect(await people.as({ secret: owner.secret, userId }, 'GET', '/views')).toMatchObject({
      ...{ body: { data: [{ name: 'Pagas' }] } },
    });
  });

  it('counts at the user that asks for it, and at no other one of the person', async () => {
    const { userId, person } = await requiringCompany('FINANCE');
    const elsewhere = await identity.createUser();
    const { secret } = await people.invite(elsewhere, 'FINANCE', person.email);
    expect(await people.as(person, 'POST', '/person/memberships', { secret })).toMatchObject({ status: 200 });

    expect(await people.tokenOf(person.secret, { userId: elsewhere })).toMatchObject({ body: { companyNeeded: null } });
    expect(await people.tokenOf(person.secret, { userId })).toMatchObject({ body: companyNeeded });
  });
});

describe('signing in by a company', () => {
  it('finds a person by issuer and subject, and is no second factor', async () => {
    const { name, userId, owner } = await linkedCompany();
    const started = await companies.signIn(` ${name.toUpperCase()} `);
    expect(started).toMatchObject({ status: 200, body: { session: { needsSecondFactor: false } } });
    const secret = companies.secretIn(started);

    expect(secret).not.toBe(owner.secret);
    expect(await people.tokenOf(secret)).toMatchObject({
      ...{ status: 200, body: { userId, role: 'OWNER', provenAt: null, person: { personId: owner.personId } } },
    });
    expect(await people.as({ secret, userId }, 'DELETE', '/company-sign-in')).toMatchObject({
      ...{ status: 403, body: { code: 'auth.step_up_required' } },
    });
  });

  it('lets a code be proven in it as in any session', async () => {
    const { name, userId, app } = await linkedCompany();
    const secret = companies.secretIn(await companies.signIn(name));
    clock.advance(minuteMs);
    const proven = await people.prove(secret, people.codeOf(app));
    const session = { secret: String(proven.body['sessionSecret']), userId };
    expect(await people.as(session, 'DELETE', '/company-sign-in')).toMatchObject({ status: 204 });
    expect(await people.tokenOf(session.secret)).toMatchObject({ status: 401 });
    expect(await companies.begin(name)).toMatchObject({ status: 404 });
  });

  it('says the same of an unknown subject and of a suspended person', async () => {
    const { name, owner } = await linkedCompany();
    const unknown = await companies.signIn(name, { subject: 'person-2' });
    await identity.db.query(`update persons set status = 'SUSPENDED' where person_id = $1`, [owner.personId]);
    const suspended = await companies.signIn(name);

    expect(unknown).toMatchObject(notLinked);
    expect({ ...suspended.body, requestId: '' }).toEqual({ ...unknown.body, requestId: '' });
  });

  it.each(['nonce', 'audience', 'issuer', 'expired', 'signature'])(
    'refuses an ID token with a wrong %s',
    async (fault) => {
      const { name } = await linkedCompany();
      expect(await companies.signIn(name, { fault })).toMatchObject(refused);
      expect(await companies.signIn(name)).toMatchObject({ status: 200 });
    },
  );

  it('counts a state once', async () => {
    const { name } = await linkedCompany();
    const { secret, authorizationUrl } = await companies.begun(name);
    const returned = await companies.authorize(authorizationUrl);
    const both = await Promise.all([companies.complete(secret, returned), companies.complete(secret, returned)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 401]);
    // With another code, too.
    expect(await companies.complete(secret, await companies.authorize(authorizationUrl))).toMatchObject(refused);
  });

  it('counts a state for ten minutes', async () => {
    const { name } = await linkedCompany();
    const { secret, authorizationUrl } = await companies.begun(name);
    clock.advance(10 * minuteMs);
    expect(await companies.complete(secret, await companies.authorize(authorizationUrl))).toMatchObject(refused);
  });

  it('takes no answer that another browser began (login CSRF), nor a code of another sign-in', async () => {
    const { name } = await linkedCompany();
    const [attacker, victim] = [await companies.begun(name), await companies.begun(name)];
    const returned = await companies.authorize(attacker.authorizationUrl);

    expect(await companies.complete(victim.secret, returned)).toMatchObject(refused);
    // Neither does PKCE let a code of one sign-in end another.
    const { state } = await companies.authorize(victim.authorizationUrl);
    expect(await companies.complete(victim.secret, { ...returned, state })).toMatchObject(refused);
  });

  it('mixes up no two providers', async () => {
    const [honest, attacking] = [await linkedCompany(), await linkedCompany()];
    const { secret, authorizationUrl } = await companies.begun(attacking.name);
    const { state } = await companies.authorize(authorizationUrl);
    const other = await companies.begun(honest.name);
    const { code, iss } = await companies.authorize(other.authorizationUrl);

    expect(await companies.complete(secret, { state, code, ...(iss && { iss }) })).toMatchObject(refused);
    const again = await companies.begun(attacking.name);
    const mixed = await companies.authorize(again.authorizationUrl);
    expect(await companies.complete(again.secret, { ...mixed, iss: companies.issuerOf(honest.name) })).toMatchObject(
      refused,
    );
  });

  it('takes the word of a provider for nobody of another company, though the subject is the same', async () => {
    const { userId: victimUser } = await linkedCompany();
    const attacking = await newCompany();
    expect(await companies.signIn(attacking.name)).toMatchObject(notLinked);
    expect(await companies.link(attacking.owner)).toMatchObject({ status: 200 });
    const secret = companies.secretIn(await companies.signIn(attacking.name));
    expect(await people.tokenOf(secret, { userId: victimUser })).toMatchObject({ status: 404 });
  });

  it('holds links for the company they were made at, though another registers the same issuer', async () => {
    const honest = await linkedCompany();
    const attacking = await newCompany();
    const issuer = companies.issuerOf(honest.name);
    expect(await companies.register(attacking.owner, attacking.name, { issuer })).toMatchObject({ status: 200 });
    expect(await companies.signIn(attacking.name)).toMatchObject(notLinked);
  });

  it('forgets links and ends sessions when the issuer becomes another', async () => {
    const { name, owner } = await linkedCompany();
    const secret = companies.secretIn(await companies.signIn(name));
    const { secret: browser, authorizationUrl } = await companies.begun(name);
    const returned = await companies.authorize(authorizationUrl);
    await companies.register(owner, name, { issuer: companies.issuerOf('a-new-one') });

    expect(await people.tokenOf(secret)).toMatchObject({ status: 401 });
    expect(await companies.complete(browser, returned)).toMatchObject(refused);
    expect(await companies.signIn(name)).toMatchObject(notLinked);
  });

  it('is limited by address', async () => {
    const answers = await Promise.all(Array.from({ length: 31 }, () => companies.begin('nobody', '192.0.2.250')));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([404, 429]));
  });

  it('writes down whom it let in and that somebody came who is not linked', async () => {
    const { name, owner } = await linkedCompany();
    await companies.signIn(name);
    await companies.signIn(name, { subject: 'person-3' });
    const { body } = await people.as(owner, 'GET', '/audit?operation=SIGN_IN');
    expect(body['data']).toMatchObject([
      { outcome: 'REFUSED', personId: null },
      { outcome: 'DONE', personId: owner.personId },
    ]);
  });
});

describe('a session by a company', () => {
  /** A member of two merchants, linked at the first. */
  const memberOfTwo = async () => {
    const { name, userId, owner } = await linkedCompany();
    const elsewhere = await identity.createUser();
    const { secret } = await people.invite(elsewhere, 'OWNER', owner.email);
    expect(await people.as(owner, 'POST', '/person/memberships', { secret })).toMatchObject({ status: 200 });
    return { userId, elsewhere, owner, secret: companies.secretIn(await companies.signIn(name)) };
  };

  it('acts for that company alone', async () => {
    const { userId, elsewhere, owner, secret } = await memberOfTwo();
    expect(await people.tokenOf(owner.secret, { userId: elsewhere })).toMatchObject({ status: 200 });
    expect(await people.tokenOf(secret, { userId: elsewhere })).toMatchObject({
      ...{ status: 404, body: { code: 'membership.not_found' } },
    });
    const { body } = await people.tokenOf(secret);
    expect(body['person']).toMatchObject({ memberships: [{ userId }] });
    const { body: person } = await people.as({ secret, userId }, 'GET', '/person');
    expect(person['memberships']).toMatchObject([{ userId }]);
    expect(person['memberships']).toHaveLength(1);
  });

  it('sees and ends no session of another kind', async () => {
    const { userId, owner, secret } = await memberOfTwo();
    const { body } = await people.as({ secret, userId }, 'GET', '/person/sessions');
    expect(body['data']).toMatchObject([{ isCurrent: true }]);
    const all = await people.as(owner, 'GET', '/person/sessions');
    const own = (all.body['data'] as { sessionId: string; isCurrent: boolean }[]).find((each) => each.isCurrent);
    const path = `/person/sessions/${String(own?.sessionId)}`;
    expect(await people.as({ secret, userId }, 'DELETE', path)).toMatchObject({ status: 404 });
    expect(await people.tokenOf(owner.secret)).toMatchObject({ status: 200 });
  });

  it('ends with the membership, and with it the link', async () => {
    const { name, userId, owner } = await linkedCompany();
    const { person: another } = await people.joinProven(userId);
    const secret = companies.secretIn(await companies.signIn(name));
    await people.as(another, 'DELETE', `/members/${owner.personId}`);
    expect(await people.tokenOf(secret)).toMatchObject({ status: 404 });
    expect(await companies.signIn(name)).toMatchObject(notLinked);
  });
});

describe('linking', () => {
  it('is listed with the company, and undone with a proof', async () => {
    const { name, userId, owner } = await linkedCompany();
    const secret = companies.secretIn(await companies.signIn(name));
    expect((await people.as(owner, 'GET', '/person/company-links')).body['data']).toMatchObject([
      { userId, signInName: name, linkedAt: clock.now().toISOString(), lastUsedAt: clock.now().toISOString() },
    ]);
    const path = `/person/company-links/${String(userId)}`;
    expect(await people.as({ secret, userId }, 'DELETE', path)).toMatchObject({ status: 403 });
    expect(await people.as(owner, 'DELETE', path)).toMatchObject({ status: 204 });
    expect(await people.tokenOf(secret)).toMatchObject({ status: 401 });
    expect(await companies.signIn(name)).toMatchObject(notLinked);
    expect((await people.signIn(owner.email)).status).toBe(201);
  });

  it('takes a proof, a membership, and the session it was begun in', async () => {
    const { owner, userId } = await newCompany();
    const { person: stranger } = await people.joinProven(await identity.createUser());
    expect(await companies.beginLink({ secret: stranger.secret, userId })).toMatchObject({ status: 404 });
    const { secret, authorizationUrl } = (await companies.beginLink(owner)).body as Record<string, string>;
    const returned = await companies.authorize(String(authorizationUrl));
    expect(await companies.complete(String(secret), returned, stranger.secret)).toMatchObject(refused);

    const plain = { secret: String((await people.signIn(owner.email)).body['sessionSecret']), userId };
    expect(await companies.beginLink(plain)).toMatchObject({ status: 403 });
    clock.advance(6 * minuteMs);
    expect(await companies.beginLink(owner)).toMatchObject({ status: 403, body: { code: 'auth.step_up_required' } });
  });

  it('is one for a person, and a subject’s with one person', async () => {
    const { owner, userId } = await linkedCompany();
    expect(await companies.beginLink(owner)).toMatchObject({ status: 409, body: { code: 'company_link.exists' } });
    const { person: colleague } = await people.joinProven(userId, 'FINANCE');
    expect(await companies.link(colleague)).toMatchObject({ status: 409, body: { code: 'company_link.exists' } });
    expect(await companies.link(colleague, { subject: 'person-2' })).toMatchObject({ status: 200 });
  });
});
