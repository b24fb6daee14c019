import { fakeClock } from '@repasse/chassis/testing/clock';
import { type TestAnswer } from '@repasse/chassis/testing/http-test';
import { findRole, portalScreens } from '@repasse/contracts/roles';
import { newEmail, startTestIdentity, type IssuedKey, type TestIdentity } from './identity';
import { newCpf } from './new-cpf';
import { arrival, peopleOf, type TestPeople } from './people';

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

interface Merchant {
  readonly userId: number;
  readonly key: IssuedKey;
}

const newMerchant = async (): Promise<Merchant> => {
  const userId = await identity.createUser();
  return { userId, key: await identity.issueKey(userId) };
};

/** A clock of the test's own outruns a token, so each request has one of its own. */
const as = async ({ key }: Merchant, method: string, path: string, body?: unknown, headers = {}) =>
  identity.call(method, path, body, { authorization: `Bearer ${await identity.tokenOf(key)}`, ...headers });

const newSeller = async (merchant: Merchant, more: object = {}): Promise<number> => {
  const body = { email: newEmail(), kind: 'PERSON', name: 'Bia Lima', document: newCpf(), ...more };
  return Number((await as(merchant, 'POST', '/recipients', body)).body['id']);
};

const link = (merchant: Merchant, userId: number, more: object = {}) =>
  as(merchant, 'POST', '/portal-links', { userId, ...more });
const secretOf = ({ body }: TestAnswer): string => new URL(String(body['url'])).searchParams.get('secret') ?? '';
const look = (secret: string) => people.ask('portal-links/search', { secret });
const open = (secret: string) => people.ask('portal-links/opening', { secret, locale: 'pt-BR', arrival });

/** A session behind a link of these screens, and the link's id. */
const portal = async (merchant: Merchant, userId: number, more: object = {}) => {
  const made = await link(merchant, userId, more);
  const opened = await open(secretOf(made));
  return { secret: String(opened.body['sessionSecret']), id: String(made.body['id']) };
};

const seller = async () => {
  const merchant = await newMerchant();
  return { merchant, userId: await newSeller(merchant) };
};

const factsAt = async (userId: number) =>
  identity.db.query<Record<string, unknown>>(
    `select operation, client_id, person_id, object, after, address from audit_entries
     where user_id = $1 and operation like 'PORTAL%' order by audit_id`,
    [userId],
  );

describe('a portal link', () => {
  it('leads to the console, opens a window of one seller, and is in the logs of both by the merchant’s key', async () => {
    const { merchant, userId } = await seller();
    const made = await link(merchant, userId, { personName: 'Bia', returnUrl: 'https://loja.example/painel' });
    expect(made).toMatchObject({
      status: 201,
      body: {
        id: expect.stringMatching(/^ptl_/) as unknown,
        url: expect.stringMatching(/^https:\/\/console\.loja\.example\/portal\?secret=[\w-]{43}$/) as unknown,
        expiresAt: '2026-12-01T10:10:00.000Z',
      },
    });
    expect(made.headers.get('cache-control')).toBe('no-store');
    expect((await look(secretOf(made))).body).toMatchObject({ sellerName: 'Bia Lima', merchantName: 'Ana' });
    const opened = await open(secretOf(made));
    expect(opened).toMatchObject({ status: 201, body: { needsSecondFactor: false } });
    const { body } = await people.tokenOf(String(opened.body['sessionSecret']));

    const screens = portalScreens.map(({ screen }) => screen);
    const linkId = String(made.body['id']);
    expect(body).toMatchObject({
      ...{
        userId,
        role: 'SELLER',
        scopes: ['balance:read', 'recipients:read'],
        provenAt: null,
        hasSecondFactor: false,
      },
      portal: { linkId, screens, returnUrl: 'https://loja.example/painel' },
      person: { personId: linkId, name: 'Bia', email: '', locale: 'pt-BR', memberships: [{ userId, role: 'SELLER' }] },
    });
    expect((await identity.validate(`Bearer ${String(body['accessToken'])}`)).body).toMatchObject({
      ...{ valid: true, userId, clientId: 'console', profile: 'CUSTOMER', scopes: body['scopes'] },
    });
    const by = { client_id: merchant.key.clientId, person_id: null, object: linkId, after: { userId, screens } };
    const opening = { ...by, operation: 'PORTAL_LINK_OPENED', address: arrival.address };
    expect(await factsAt(merchant.userId)).toMatchObject([{ ...by, operation: 'PORTAL_LINK_MADE' }, opening]);
    expect(await factsAt(userId)).toMatchObject([opening]);
  });

  it('is looked at as often as one likes, and opened once', async () => {
    const { merchant, userId } = await seller();
    const secret = secretOf(await link(merchant, userId));
    expect([(await look(secret)).status, (await look(secret)).status]).toEqual([200, 200]);
    const statuses = (await Promise.all([open(secret), open(secret), open(secret)])).map(({ status }) => status);

    expect(statuses.toSorted()).toEqual([201, 404, 404]);
    expect([(await look(secret)).status, (await open(secret)).status]).toEqual([404, 404]);
    // What opened the link opens no session, and the other way round.
    expect((await people.tokenOf(secret)).status).toBe(401);
  });

  it('gives a session another secret than its own, and keeps neither', async () => {
    const { merchant, userId } = await seller();
    const secret = secretOf(await link(merchant, userId));
    const session = String((await open(secret)).body['sessionSecret']);
    const stored = await identity.stored('portal_links', 'audit_entries', 'idempotency_keys');

    expect(session).not.toBe(secret);
    expect([stored.includes(secret), stored.includes(session)]).toEqual([false, false]);
    expect((await open(session)).status).toBe(404);
  });

  it('runs out before it is opened, and its session after an hour, used or not', async () => {
    const { merchant, userId } = await seller();
    const late = secretOf(await link(merchant, userId, { expiresInSeconds: 60 }));
    clock.advance(minuteMs);
    expect([(await look(late)).status, (await open(late)).status]).toEqual([404, 404]);
    const { secret } = await portal(merchant, userId);
    clock.advance(59 * minuteMs);
    expect((await people.tokenOf(secret)).status).toBe(200);
    clock.advance(minuteMs);

    expect(await people.tokenOf(secret)).toMatchObject({ status: 401, body: { code: 'session.ended' } });
  });

  it('is made once under a key of a request, and is the same when that is repeated', async () => {
    const { merchant, userId } = await seller();
    const headers = { 'idempotency-key': 'link-1' };
    const [first, again] = [
      await as(merchant, 'POST', '/portal-links', { userId }, headers),
      await as(merchant, 'POST', '/portal-links', { userId }, headers),
    ];

    expect([again.status, again.body]).toEqual([201, first.body]);
    expect(await identity.stored('idempotency_keys')).not.toContain(secretOf(first));
  });
});

describe('whose link it is', () => {
  it('is the merchant’s that made the seller, and for everybody else there is no such seller', async () => {
    const { merchant, userId } = await seller();
    const [stranger, linked] = [await newMerchant(), await newMerchant()];
    const document = newCpf();
    const email = newEmail();
    const shared = await newSeller(merchant, { email, document });
    await newSeller(linked, { email, document });
    const said = ({ status, body: { requestId: _id, ...rest } }: TestAnswer) => ({ status, rest });
    const unknown = said(await link(stranger, 999_999_999));

    expect(unknown).toMatchObject({ status: 404, rest: { code: 'recipient.not_found' } });
    expect(said(await link(stranger, userId))).toEqual(unknown);
    expect(said(await link(linked, shared))).toEqual(unknown);
    expect(said(await link(stranger, stranger.userId))).toEqual(unknown);
    const operator = await identity.createUser('OPERATOR');
    expect(said(await link({ userId: operator, key: await identity.issueKey(operator) }, userId))).toEqual(unknown);
  });

  it('is listed and taken back by that merchant alone, and its session ends with it', async () => {
    const { merchant, userId } = await seller();
    const stranger = await newMerchant();
    const waiting = String((await link(merchant, userId)).body['id']);
    clock.advance(1_000);
    const { secret, id } = await portal(merchant, userId, { screens: ['payouts', 'balance'] });
    const listed = await as(merchant, 'GET', '/portal-links?limit=1');
    expect(listed.body).toMatchObject({ data: [{ id, status: 'OPEN', screens: ['balance', 'payouts'] }] });
    expect(listed.text).not.toMatch(/secret|hash/i);
    const { nextCursor } = listed.body['pagination'] as { readonly nextCursor: string };
    expect((await as(merchant, 'GET', `/portal-links?cursor=${nextCursor}`)).body['data']).toMatchObject([
      { id: waiting, status: 'WAITING', openedAt: null },
    ]);
    expect((await as(stranger, 'GET', '/portal-links')).body['data']).toEqual([]);

    expect(await as(stranger, 'DELETE', `/portal-links/${id}`)).toMatchObject({
      status: 404,
      body: { code: 'portal_link.not_found' },
    });
    expect((await people.tokenOf(secret)).status).toBe(200);
    expect((await as(merchant, 'DELETE', `/portal-links/${id}`)).status).toBe(204);
    expect((await as(merchant, 'DELETE', `/portal-links/${id}`)).status).toBe(204);
    expect((await people.tokenOf(secret)).status).toBe(401);
  });

  it.each([
    ['no scope', { userId: 1 }, 403],
    ['a screen that there is not', { screens: ['keys'] }, 400],
    ['no screen', { screens: [] }, 400],
    ['a short life', { expiresInSeconds: 59 }, 400],
    ['a life of more than a day', { expiresInSeconds: 86_401 }, 400],
    ['a way back that is a script', { returnUrl: 'javascript:alert(1)' }, 400],
    ['a way back without TLS', { returnUrl: 'http://loja.example' }, 400],
  ])('is refused with %s', async (_what, more, status) => {
    const { merchant, userId } = await seller();
    const key =
      status === 403 ? await identity.issueKey(merchant.userId, { scopes: ['recipients:read'] }) : merchant.key;

    expect((await link({ ...merchant, key }, userId, more)).status).toBe(status);
  });
});

describe('a session behind a link', () => {
  it.each(portalScreens.map((each) => [each.screen, each] as const))(
    'has the scopes of its screen: %s',
    async (_, each) => {
      const { merchant, userId } = await seller();
      const { secret } = await portal(merchant, userId, { screens: [each.screen] });
      const scopes = (await people.tokenOf(secret)).body['scopes'] as readonly string[];

      expect(scopes).toEqual(each.scopes);
      expect(findRole('SELLER')?.scopes).toEqual(expect.arrayContaining([...scopes]));
    },
  );

  it('obtains no token for a change, for another account, or after a code', async () => {
    const { merchant, userId } = await seller();
    const { secret } = await portal(merchant, userId);
    const change = {
      operation: 'addDestination',
      object: `/recipients/${String(userId)}/destinations`,
      requestId: 'r1',
    };

    expect(await people.tokenOf(secret, { change })).toMatchObject({
      status: 403,
      body: { code: 'portal_link.not_included' },
    });
    expect((await people.tokenOf(secret, { userId: merchant.userId })).status).toBe(404);
    expect((await people.prove(secret, '123456')).status).toBe(401);
    expect((await people.tokenOf(secret, { userId })).status).toBe(200);
  });

  it('sees personal data masked, no list of people, and none of what a person may do', async () => {
    const { merchant, userId } = await seller();
    const { secret } = await portal(merchant, userId);
    const bearer = `Bearer ${String((await people.tokenOf(secret)).body['accessToken'])}`;
    const ask = (method: string, path: string) => identity.call(method, path, undefined, { authorization: bearer });

    expect((await ask('GET', `/recipients/${String(userId)}`)).body).toMatchObject({ isMasked: true });
    for (const path of ['/person', '/members', '/audit', '/profile', '/api-keys'])
      expect([path, (await ask('GET', path)).status]).toEqual([path, 403]);
    expect((await ask('DELETE', `/recipients/${String(userId)}/destinations/dst_1`)).status).toBe(403);
  });

  it('ends with whatever made it possible, and its tokens with it', async () => {
    const endings: readonly ((merchant: Merchant, userId: number, secret: string) => Promise<unknown>)[] = [
      (_merchant, _userId, secret) => people.ask('sign-outs', { sessionSecret: secret }),
      ({ userId, key }) => identity.asAdmin('DELETE', `/users/${String(userId)}/api-keys/${key.clientId}`),
      ({ userId }) => identity.asAdmin('PATCH', `/users/${String(userId)}`, { status: 'SUSPENDED' }),
      (_merchant, userId) => identity.asAdmin('PATCH', `/users/${String(userId)}`, { status: 'SUSPENDED' }),
    ];
    for (const end of endings) {
      const { merchant, userId } = await seller();
      const { secret } = await portal(merchant, userId);
      const waiting = secretOf(await link(merchant, userId));
      const bearer = `Bearer ${String((await people.tokenOf(secret)).body['accessToken'])}`;
      expect((await identity.validate(bearer)).status).toBe(200);
      await end(merchant, userId, secret);

      expect([(await people.tokenOf(secret)).status, (await identity.validate(bearer)).status]).toEqual([401, 401]);
      expect((await open(waiting)).status).toBe(end === endings[0] ? 201 : 404);
    }
  });
});

describe('the name above a seller’s window', () => {
  const brandOf = async (secret: string) => (await people.tokenOf(secret)).body['brand'];

  it('is their merchant’s, and nobody’s for a seller of several', async () => {
    const merchant = await newMerchant();
    const [email, document] = [newEmail(), newCpf()];
    const userId = await newSeller(merchant, { email, document });
    const person = await people.join(userId, 'SELLER');
    const { secret } = await portal(merchant, userId);
    expect([await brandOf(secret), await brandOf(person.secret)]).toEqual([null, null]);
    await as(merchant, 'PUT', '/profile', { displayName: 'Feira da Serra', brandColor: '#7a1fa2' });
    const brand = { displayName: 'Feira da Serra', logoPath: null, brandColor: '#7a1fa2' };
    expect([await brandOf(secret), await brandOf(person.secret)]).toEqual([brand, brand]);
    await newSeller(await newMerchant(), { email, document });

    expect([await brandOf(secret), await brandOf(person.secret)]).toEqual([null, null]);
  });

  it('is nobody’s for the people of a merchant', async () => {
    const merchant = await newMerchant();
    await as(merchant, 'PUT', '/profile', { displayName: 'Feira da Serra' });

    expect(await brandOf((await people.join(merchant.userId)).secret)).toBeNull();
  });
});

it('leads nowhere without a console, and says so', async () => {
  const alone = await startTestIdentity(clock);
  try {
    const userId = await alone.createUser();
    const authorization = `Bearer ${await alone.tokenOf(await alone.issueKey(userId))}`;

    expect(await alone.call('POST', '/portal-links', { userId: 1 }, { authorization })).toMatchObject({
      status: 409,
      body: { code: 'portal_link.no_console' },
    });
  } finally {
    await alone.stop();
  }
});
