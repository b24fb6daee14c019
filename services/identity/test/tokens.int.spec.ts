import { fakeClock } from '@repasse/chassis/testing/clock';
import {
  decodeProtectedHeader,
  exportJWK,
  generateKeyPair,
  SignJWT,
  createLocalJWKSet,
  jwtVerify,
  type JWK,
} from 'jose';
import {
  adminClientId,
  adminClientSecret,
  basic,
  issuer,
  startTestIdentity,
  type TestIdentity,
  type IssuedKey,
} from './identity';

const clock = fakeClock(new Date().toISOString());
let identity: TestIdentity;
let userId: number;
let key: IssuedKey;

beforeAll(async () => {
  identity = await startTestIdentity(clock);
  userId = await identity.createUser();
  key = await identity.issueKey(userId, { scopes: ['charges:write', 'charges:read'] });
});
afterAll(() => identity.stop());

const post = (fields: Record<string, string> | [string, string][], headers: Record<string, string> = {}) =>
  identity.call('POST', '/oauth/token', new URLSearchParams(fields), headers);

describe('POST /oauth/token', () => {
  it('issues a token with its user and scopes, for an hour', async () => {
    const answer = await identity.issueToken(key);
    const { body } = await identity.call('GET', '/.well-known/jwks.json');
    const keys = createLocalJWKSet({ keys: body['keys'] as JWK[] });
    const { payload, protectedHeader } = await jwtVerify(String(answer.body['access_token']), keys, {
      issuer,
      currentDate: clock.now(),
    });

    expect(answer).toMatchObject({
      status: 200,
      body: { token_type: 'Bearer', expires_in: 3_600, scope: 'charges:write charges:read' },
    });
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(protectedHeader.alg).toBe('EdDSA');
    expect(payload).toMatchObject({
      sub: String(userId),
      client_id: key.clientId,
      profile: 'CUSTOMER',
      scope: 'charges:write charges:read',
      jti: expect.stringMatching(/^[0-9A-Z]{26}$/) as string,
    });
    expect((payload.exp ?? 0) - (payload.iat ?? 0)).toBe(3_600);
  });

  it('takes the credentials in a form or in JSON as well', async () => {
    const fields = { grant_type: 'client_credentials', client_id: key.clientId, client_secret: key.clientSecret };

    expect((await post(fields)).status).toBe(200);
    expect((await identity.call('POST', '/oauth/token', fields)).status).toBe(200);
  });

  it('narrows scopes, and never widens them', async () => {
    expect((await identity.issueToken(key, { scope: 'charges:read charges:read' })).body).toMatchObject({
      scope: 'charges:read',
    });
    expect(await identity.issueToken(key, { scope: 'charges:read refunds:write' })).toMatchObject({
      status: 400,
      body: { error: 'invalid_scope' },
    });
  });

  it.each<[string, () => ReturnType<typeof post>, number, string]>([
    ['a wrong secret', () => identity.issueToken({ ...key, clientSecret: 'x'.repeat(43) }), 401, 'invalid_client'],
    ['an unknown client', () => identity.issueToken({ ...key, clientId: 'key_nobody' }), 401, 'invalid_client'],
    ['no credentials', () => post({ grant_type: 'client_credentials' }), 401, 'invalid_client'],
    [
      'a broken header',
      () => post({ grant_type: 'client_credentials' }, { authorization: 'Basic ?' }),
      401,
      'invalid_client',
    ],
    ['another grant', () => identity.issueToken(key, { grant_type: 'password' }), 400, 'unsupported_grant_type'],
    ['no grant', () => identity.issueToken(key, { grant_type: '' }), 400, 'invalid_request'],
    ['an unknown scope', () => identity.issueToken(key, { scope: 'everything' }), 400, 'invalid_scope'],
    ['credentials twice', () => identity.issueToken(key, { client_secret: key.clientSecret }), 400, 'invalid_request'],
    [
      'a repeated parameter',
      () =>
        post([
          ['grant_type', 'a'],
          ['grant_type', 'b'],
        ]),
      400,
      'invalid_request',
    ],
    ['an empty body', () => identity.call('POST', '/oauth/token'), 400, 'invalid_request'],
    ['an empty form', () => post({}), 400, 'invalid_request'],
    ['a list', () => identity.call('POST', '/oauth/token', []), 400, 'invalid_request'],
    ['a card number', () => post({ grant_type: '4111111111111111' }), 400, 'invalid_request'],
    ['another media type', () => post({ scope: 'a' }, { 'content-type': 'text/plain' }), 415, 'invalid_request'],
    ['a number for an id', () => identity.call('POST', '/oauth/token', { grant_type: 1 }), 400, 'invalid_request'],
  ])('refuses %s in the words of RFC 6749', async (_what, ask, status, error) => {
    const answer = await ask();

    expect(answer).toMatchObject({ status, body: { error, error_description: expect.any(String) as string } });
    const contentType = status === 415 ? 'application/problem+json' : 'application/json';
    expect(answer.headers.get('content-type')).toContain(contentType);
    expect(answer.headers.get('www-authenticate')).toBe(status === 401 ? 'Basic realm="repasse"' : null);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.text).not.toContain(key.clientSecret);
  });

  it('counts refusals by their reason', async () => {
    await identity.issueToken({ ...key, clientSecret: 'wrong' });
    const text = await identity.metric('repasse_identity_authentication_failures_total');

    expect(text).toMatch(/\{[^}]*reason="wrong_secret"[^}]*\} [1-9]/);
  });
});

describe('wrong secrets', () => {
  const tryFrom = async (address: string, clientSecret: string, clientId = key.clientId) => {
    const headers = { authorization: basic(clientId, clientSecret), 'x-forwarded-for': address };
    return identity.call('POST', '/oauth/token', new URLSearchParams({ grant_type: 'client_credentials' }), headers);
  };
  const wrong = 'x'.repeat(43);

  it('are limited by address, and lock no other client out', async () => {
    for (let at = 0; at < 10; at += 1) expect((await tryFrom('198.51.100.1', wrong)).status).toBe(401);
    const refused = await tryFrom('198.51.100.1', wrong);

    expect(refused).toMatchObject({ status: 429, body: { code: 'request.rate_limited', retryable: true } });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(refused.headers.get('ratelimit-limit')).toBe('10');
    expect((await tryFrom('198.51.100.1', key.clientSecret)).status).toBe(429);
    expect((await tryFrom('198.51.100.2', key.clientSecret)).status).toBe(200);
    const authorization = basic(key.clientId, wrong);
    const validated = { authorization, 'x-forwarded-for': '198.51.100.1' };
    expect((await identity.call('GET', '/api-key/validate', undefined, validated)).status).toBe(429);
  });

  it('are limited for all clients together', async () => {
    const guesses = Array.from({ length: 150 }, (_, at) => tryFrom('198.51.100.3', wrong, `key_${at % 30}`));
    const statuses = (await Promise.all(guesses)).map(({ status }) => status);

    expect(statuses.filter((status) => status === 401).length).toBeLessThanOrEqual(100);
    expect((await tryFrom('198.51.100.3', wrong, 'key_new')).status).toBe(429);
  });

  it('leave the right one unlimited', async () => {
    const answers = await Promise.all(Array.from({ length: 30 }, () => tryFrom('198.51.100.4', key.clientSecret)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  });
});

describe('a key that is no longer good', () => {
  it('obtains nothing once it is revoked, and revoking again changes nothing', async () => {
    const doomed = await identity.issueKey(userId);
    const path = `/users/${userId}/api-keys/${doomed.clientId}`;

    expect((await identity.asAdmin('DELETE', path)).status).toBe(204);
    expect((await identity.asAdmin('DELETE', path)).status).toBe(204);
    expect((await identity.issueToken(doomed)).body).toMatchObject({ error: 'invalid_client' });
  });

  it('obtains no token that outlives it', async () => {
    const brief = await identity.issueKey(userId, {
      expiresAt: new Date(clock.now().getTime() + 90_500).toISOString(),
    });
    const answer = await identity.issueToken(brief);
    const { body } = await identity.validate(`Bearer ${String(answer.body['access_token'])}`);

    expect(answer.body['expires_in']).toBeGreaterThanOrEqual(89);
    expect(answer.body['expires_in']).toBeLessThanOrEqual(91);
    expect(Date.parse(String(body['expiresAt']))).toBeLessThanOrEqual(clock.now().getTime() + 90_500);
  });

  it('obtains nothing once it has expired', async () => {
    const expiresAt = new Date(clock.now().getTime() + 1_000).toISOString();
    const brief = await identity.issueKey(userId, { expiresAt });
    expect((await identity.issueToken(brief)).status).toBe(200);
    clock.advance(1_000);

    expect((await identity.issueToken(brief)).body).toMatchObject({ error: 'invalid_client' });
    clock.advance(-1_000);
  });

  it('obtains nothing while its user is suspended', async () => {
    const other = await identity.createUser();
    const theirs = await identity.issueKey(other);
    await identity.asAdmin('PATCH', `/users/${other}`, { status: 'SUSPENDED' });
    expect(await identity.issueToken(theirs)).toMatchObject({ status: 400, body: { error: 'unauthorized_client' } });
    await identity.asAdmin('PATCH', `/users/${other}`, { status: 'ACTIVE' });

    expect((await identity.issueToken(theirs)).status).toBe(200);
  });
});

describe('GET /api-key/validate', () => {
  const expected = () => ({ valid: true, userId, clientId: key.clientId, profile: 'CUSTOMER' });

  it('shows the scopes of a token', async () => {
    const answer = await identity.validate(`Bearer ${await identity.tokenOf(key, { scope: 'charges:read' })}`);

    expect(answer).toMatchObject({ status: 200, body: { ...expected(), scopes: ['charges:read'] } });
    const livesMs = Date.parse(String(answer.body['expiresAt'])) - clock.now().getTime();
    expect(livesMs).toBeGreaterThan(3_590_000);
    expect(livesMs).toBeLessThanOrEqual(3_600_000);
  });

  it('shows the scopes of a key', async () => {
    expect((await identity.validate(basic(key.clientId, key.clientSecret))).body).toEqual({
      ...expected(),
      scopes: ['charges:write', 'charges:read'],
      expiresAt: null,
    });
  });

  it('refuses a token at once when its key is revoked or its user suspended', async () => {
    const other = await identity.createUser();
    const [revoked, kept] = [await identity.issueKey(other), await identity.issueKey(other)];
    const [first, second] = [`Bearer ${await identity.tokenOf(revoked)}`, `Bearer ${await identity.tokenOf(kept)}`];
    expect((await identity.validate(first)).status).toBe(200);
    await identity.asAdmin('DELETE', `/users/${other}/api-keys/${revoked.clientId}`);
    expect((await identity.validate(first)).status).toBe(401);
    expect((await identity.validate(second)).status).toBe(200);
    await identity.asAdmin('PATCH', `/users/${other}`, { status: 'SUSPENDED' });

    expect((await identity.validate(second)).status).toBe(401);
    expect((await identity.validate(basic(kept.clientId, kept.clientSecret))).status).toBe(401);
  });

  it.each<[string, () => Promise<string>]>([
    ['a wrong secret', async () => basic(key.clientId, 'wrong')],
    ['no token at all', async () => 'Bearer nonsense'],
    ['another scheme', async () => 'Digest x'],
    ['a token signed with another key', () => forge({})],
    ['a token without a signature', async () => unsigned()],
  ])('refuses %s', async (_what, authorization) => {
    const answer = await identity.validate(await authorization());

    expect(answer).toMatchObject({ status: 401, body: { code: 'auth.token_invalid' } });
    expect(answer.headers.get('www-authenticate')).toContain('Bearer');
  });

  it('refuses a token after its hour', async () => {
    const authorization = `Bearer ${await identity.tokenOf(key)}`;
    clock.advance(3_610_000);

    expect((await identity.validate(authorization)).status).toBe(401);
    clock.advance(-3_610_000);
  });

  it('asks for a header', async () => {
    expect(await identity.call('GET', '/api-key/validate')).toMatchObject({
      status: 401,
      body: { code: 'auth.token_missing' },
    });
  });

  /** Everything as it should be, even the key's name, but for the key itself. */
  const forge = async (claims: object): Promise<string> => {
    const { privateKey } = await generateKeyPair('EdDSA', { crv: 'Ed25519', extractable: true });
    expect(await exportJWK(privateKey)).toHaveProperty('d');
    const { kid } = decodeProtectedHeader(await identity.tokenOf(key));
    const jwt = new SignJWT({ client_id: key.clientId, profile: 'ADMIN', scope: 'users:write', ...claims })
      .setProtectedHeader({ alg: 'EdDSA', kid: kid ?? '' })
      .setIssuer(issuer)
      .setSubject('1001')
      .setIssuedAt()
      .setExpirationTime('1h');
    return `Bearer ${await jwt.sign(privateKey)}`;
  };

  const unsigned = async (): Promise<string> => {
    const [, payload = ''] = (await identity.tokenOf(key)).split('.');
    const header = Buffer.from(JSON.stringify({ alg: 'none' })).toString('base64url');
    return `Bearer ${header}.${payload}.`;
  };
});

it('lets the bootstrap administrator in', async () => {
  const answer = await identity.validate(basic(adminClientId, adminClientSecret));

  expect(answer.body).toMatchObject({ profile: 'ADMIN', scopes: expect.arrayContaining(['users:write']) as string[] });
});
