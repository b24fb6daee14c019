import { exportJWK, generateKeyPair, SignJWT, type CryptoKey, type JSONWebKeySet, type JWTPayload } from 'jose';
import { createLogger } from '../log/logger';
import { fakeClock } from '../testing/clock';
import { createTokenVerifier, KeysUnavailableError } from './token-verifier';

const issuer = 'https://identity.test';
const startIso = '2026-11-21T12:00:00.000Z';
const log = createLogger({ service: 'test', level: 'silent' });

const claims = { client_id: 'c1', profile: 'CUSTOMER', scope: 'charges:read charges:write' };
const nowSeconds = Date.parse(startIso) / 1_000;

const signed = (
  key: CryptoKey,
  options: {
    kid?: string;
    alg?: string;
    iss?: string;
    sub?: string;
    iat?: number;
    exp?: number;
    claims?: JWTPayload;
  } = {},
) =>
  new SignJWT(options.claims ?? claims)
    .setProtectedHeader({ alg: options.alg ?? 'EdDSA', kid: options.kid ?? 'k1' })
    .setIssuer(options.iss ?? issuer)
    .setSubject(options.sub ?? '42')
    .setIssuedAt(options.iat ?? nowSeconds)
    .setExpirationTime(options.exp ?? nowSeconds + 3_600)
    .sign(key);

const jwkOf = async (key: CryptoKey, kid: string) => ({ ...(await exportJWK(key)), kid, use: 'sig' });

const setUp = async (over: Partial<Parameters<typeof createTokenVerifier>[0]> = {}) => {
  const clock = fakeClock(startIso);
  const pair = await generateKeyPair('EdDSA', { extractable: true });
  const published: { keys: JSONWebKeySet['keys']; isDown: boolean; fetches: number } = {
    keys: [await jwkOf(pair.publicKey, 'k1')],
    isDown: false,
    fetches: 0,
  };
  const fetchKeys = async (): Promise<JSONWebKeySet> => {
    published.fetches += 1;
    if (published.isDown) throw new Error('connection refused');
    return { keys: published.keys };
  };
  const verify = createTokenVerifier({
    jwksUrls: ['https://identity.test/jwks'],
    issuer,
    clock,
    log,
    fetchKeys,
    ...over,
  });
  return { clock, key: pair.privateKey, published, verify };
};

describe('a token of the issuer', () => {
  it('names the caller', async () => {
    const { key, verify } = await setUp();

    expect(await verify(await signed(key))).toEqual({
      userId: 42,
      clientId: 'c1',
      profile: 'CUSTOMER',
      scopes: ['charges:read', 'charges:write'],
      issuedAt: '2026-11-21T12:00:00.000Z',
      expiresAt: '2026-11-21T13:00:00.000Z',
    });
  });

  it('names the person who acts for the user, and when they proved a second factor', async () => {
    const { key, verify } = await setUp();
    const person = { act: { sub: 'per_01JDZZZZZZZZZZZZZZZZZZZZZZ' }, sid: 'ses_01JDZZZZZZZZZZZZZZZZZZZZZZ' };

    expect(await verify(await signed(key, { claims: { ...claims, ...person } }))).toMatchObject({
      personId: person.act.sub,
      sessionId: person.sid,
    });
    expect(await verify(await signed(key, { claims: { ...claims, ...person, auth_time: nowSeconds } }))).toMatchObject({
      provenAt: startIso,
    });
    expect(
      await verify(await signed(key, { claims: { ...claims, ...person, refund_minor_max: 50_000 } })),
    ).toMatchObject({ refundMinorMax: 50_000 });
  });

  it.each([
    { refund_minor_max: 50_000 },
    { ...{ act: { sub: 'per_01JDZZZZZZZZZZZZZZZZZZZZZZ' } }, refund_minor_max: '1' },
  ])('counts for nobody where a limit is no person’s, or no number', async (more) => {
    const { key, verify } = await setUp();
    const sid = 'act' in more ? { sid: 'ses_01JDZZZZZZZZZZZZZZZZZZZZZZ' } : {};

    expect(await verify(await signed(key, { claims: { ...claims, ...more, ...sid } }))).toBeUndefined();
  });

  it('names a portal link, behind which there is no person', async () => {
    const { key, verify } = await setUp();
    const act = { sub: 'ptl_01JDZZZZZZZZZZZZZZZZZZZZZZ' };
    const principal = await verify(await signed(key, { claims: { ...claims, act } }));

    expect(principal).toMatchObject({ userId: 42, portalLinkId: act.sub });
    expect(principal).not.toHaveProperty('personId');
  });

  it('ends when it says, with a little patience for clocks', async () => {
    const { clock, key, verify } = await setUp();
    const token = await signed(key, { exp: nowSeconds + 60 });
    expect(await verify(token)).toBeDefined();
    clock.advance(63_000);
    const patient = await verify(token);
    clock.advance(3_000);

    expect(patient).toBeDefined();
    expect(await verify(token)).toBeUndefined();
  });

  it('is refused while it lies in the future, and taken when its time has come', async () => {
    const { clock, key, verify } = await setUp();
    const token = await signed(key, { iat: nowSeconds + 40, exp: nowSeconds + 100 });
    const early = await verify(token);
    clock.advance(10_000);

    expect(early).toBeUndefined();
    expect(await verify(token)).toBeDefined();
  });
});

describe('an issuer of several processes', () => {
  it('is asked for its keys at the next one when the first is away', async () => {
    const asked: string[] = [];
    const { key, published, verify } = await setUp({
      jwksUrls: ['https://a.test/jwks', 'https://b.test/jwks'],
      fetchKeys: async (url) => {
        asked.push(url);
        if (url.startsWith('https://a.test')) throw new Error('connection refused');
        return { keys: published.keys };
      },
    });

    expect(await verify(await signed(key))).toBeDefined();
    expect(asked).toEqual(['https://a.test/jwks', 'https://b.test/jwks']);
  });
});

describe('a token that must not be trusted', () => {
  it.each([
    ['of another issuer', { iss: 'https://elsewhere.test' }],
    ['expired', { exp: nowSeconds - 60 }],
    ['without a numeric user id', { sub: 'admin' }],
    ['with an unknown profile', { claims: { ...claims, profile: 'ROOT' } }],
    [
      'of a portal link with a proof',
      { claims: { ...claims, act: { sub: 'ptl_01JDZZZZZZZZZZZZZZZZZZZZZZ' }, auth_time: nowSeconds } },
    ],
    ['of an actor that is no person', { claims: { ...claims, act: { sub: 'somebody' } } }],
    ['of an actor without a session', { claims: { ...claims, act: { sub: 'per_01JDZZZZZZZZZZZZZZZZZZZZZZ' } } }],
    ['of an actor without a name', { claims: { ...claims, act: 'per_01JDZZZZZZZZZZZZZZZZZZZZZZ' } }],
    ['of a second factor that nobody proved', { claims: { ...claims, auth_time: nowSeconds } }],
    ['without a scope claim', { claims: { client_id: 'c1', profile: 'CUSTOMER' } }],
  ])('is one %s', async (_what, options) => {
    const { key, verify } = await setUp();

    expect(await verify(await signed(key, options))).toBeUndefined();
  });

  it('is a token signed by another key under a known name', async () => {
    const { verify } = await setUp();
    const { privateKey } = await generateKeyPair('EdDSA');

    expect(await verify(await signed(privateKey))).toBeUndefined();
  });

  it('is a token of another algorithm, even when its key is published', async () => {
    const { published, verify } = await setUp();
    const rsa = await generateKeyPair('RS256', { extractable: true });
    published.keys = [await jwkOf(rsa.publicKey, 'k1')];

    expect(await verify(await signed(rsa.privateKey, { alg: 'RS256' }))).toBeUndefined();
  });

  it.each(['', 'abc', 'a.b.c', 'eyJhbGciOiJub25lIn0.eyJzdWIiOiI0MiJ9.', 'x'.repeat(5_000)])(
    'is not even one: %.40s',
    async (text) => {
      const { verify } = await setUp();

      expect(await verify(text)).toBeUndefined();
    },
  );
});

describe('a token that was revoked', () => {
  it('is refused although it was verified before, and only while it is', async () => {
    const revoked = new Set<number>();
    const { key, verify } = await setUp({ isRevoked: ({ userId }) => revoked.has(userId) });
    const token = await signed(key);
    expect(await verify(token)).toBeDefined();
    revoked.add(42);
    expect(await verify(token)).toBeUndefined();
    revoked.clear();

    expect(await verify(token)).toBeDefined();
  });
});

describe('the issuer’s keys', () => {
  it('outlive the issuer', async () => {
    const { clock, key, published, verify } = await setUp();
    await verify(await signed(key, { sub: '1' }));
    published.isDown = true;
    clock.advance(30 * 60_000);

    expect(await verify(await signed(key, { sub: '2' }))).toMatchObject({ userId: 2 });
  });

  it('are fetched again for an unknown key, but not for every made-up one', async () => {
    const { clock, key, published, verify } = await setUp();
    await verify(await signed(key));
    const next = await generateKeyPair('EdDSA', { extractable: true });
    const token = await signed(next.privateKey, { kid: 'k2' });
    for (let attempt = 0; attempt < 20; attempt += 1) await verify(token);
    const fetchesOfMadeUp = published.fetches;
    published.keys = [...published.keys, await jwkOf(next.publicKey, 'k2')];
    clock.advance(11_000);

    expect(fetchesOfMadeUp).toBe(1);
    expect(await verify(token)).toMatchObject({ userId: 42 });
    expect(published.fetches).toBe(2);
  });

  it('that could never be fetched are no reason to call a token bad', async () => {
    const { clock, key, published, verify } = await setUp();
    published.isDown = true;
    const token = await signed(key);
    await expect(verify(token)).rejects.toThrow(KeysUnavailableError);
    published.isDown = false;
    clock.advance(1_000);

    expect(await verify(token)).toMatchObject({ userId: 42 });
  });

  it('that were withdrawn stop working within minutes', async () => {
    const { clock, key, published, verify } = await setUp();
    const token = await signed(key);
    await verify(token);
    const other = await generateKeyPair('EdDSA', { extractable: true });
    published.keys = [await jwkOf(other.publicKey, 'k9')];
    clock.advance(6 * 60_000);
    await verify(token);
    clock.advance(6 * 60_000);

    expect(await verify(token)).toBeUndefined();
  });
});
