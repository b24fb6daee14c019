import { fakeClock } from '@repasse/chassis/testing/clock';
import { type TestAnswer } from '@repasse/chassis/testing/http-test';
import { TOTP } from 'otpauth';
import { adminClientId, adminClientSecret, startTestIdentity, type IssuedKey, type TestIdentity } from './identity';

const clock = fakeClock('2026-12-01T10:00:00.000Z');
const stepMs = 30_000;
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

let identity: TestIdentity;

beforeAll(async () => {
  identity = await startTestIdentity(clock);
});
afterAll(() => identity.stop());

interface Owner {
  readonly key: IssuedKey;
  readonly secret: string;
}

const ask = async (
  key: IssuedKey,
  method: string,
  path: string,
  body?: object,
  headers: Record<string, string> = {},
): Promise<TestAnswer> =>
  identity.call(method, path, body, { authorization: `Bearer ${await identity.tokenOf(key)}`, ...headers });

const totp = (secret: string): string => new TOTP({ secret }).generate({ timestamp: clock.now().getTime() });

/** Each code counts once, so each is of a step of its own. */
const proof = ({ secret }: Owner): Record<string, string> => {
  clock.advance(stepMs);
  return { 'second-factor-code': totp(secret) };
};

/** A user whose second factor is old enough to prove something. */
const newOwner = async (profile?: string): Promise<Owner> => {
  const userId = await identity.createUser(profile);
  const key = await identity.issueKey(userId);
  const secret = String((await ask(key, 'POST', '/second-factor')).body['secret']);
  await ask(key, 'POST', '/second-factor/confirmation', { code: totp(secret) });
  clock.advance(dayMs);
  return { key, secret };
};

const issue = (owner: Owner, body: object, headers = proof(owner)) =>
  ask(owner.key, 'POST', '/api-keys', body, headers);
const rotate = (owner: Owner, clientId: string, body?: object, headers = proof(owner)) =>
  ask(owner.key, 'POST', `/api-keys/${clientId}/rotation`, body, headers);
const revoke = (owner: Owner, clientId: string, headers: Record<string, string> = {}) =>
  ask(owner.key, 'DELETE', `/api-keys/${clientId}`, undefined, headers);
const keysOf = async ({ key }: Owner) =>
  (await ask(key, 'GET', '/api-keys')).body['data'] as readonly Record<string, unknown>[];
const issuedIn = ({ body }: TestAnswer): IssuedKey => ({
  clientId: String(body['clientId']),
  clientSecret: String(body['clientSecret']),
});
const tokenStatus = async (key: IssuedKey): Promise<number> => (await identity.issueToken(key)).status;

describe('GET /attention/keys', () => {
  it('counts the keys that work and end within 30 days', async () => {
    const owner = await newOwner();
    const counted = async () => (await ask(owner.key, 'GET', '/attention/keys')).body;
    const inDays = (days: number) => new Date(clock.now().getTime() + days * dayMs).toISOString();
    await issue(owner, { expiresAt: inDays(31) });
    const soon = issuedIn(await issue(owner, { expiresAt: inDays(29) }));

    expect(await counted()).toEqual({
      data: [{ kind: 'EXPIRING_KEYS', count: 1, isMore: false, since: null }],
      asOf: clock.now().toISOString(),
    });
    expect((await revoke(owner, soon.clientId, proof(owner))).status).toBe(204);
    expect(await counted()).toMatchObject({ data: [{ count: 0 }] });
  });
});

describe('POST /api-keys', () => {
  it('makes a key with a name and fewer scopes', async () => {
    const owner = await newOwner();
    const answer = await issue(owner, { name: 'Monthly reports', scopes: ['balance:read'] });

    expect(answer).toMatchObject({ status: 201, body: { name: 'Monthly reports', scopes: ['balance:read'] } });
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(await tokenStatus(issuedIn(answer))).toBe(200);
    expect((await keysOf(owner)).map(({ name }) => name)).toEqual(['Monthly reports', null]);
  });

  it('needs a code of a second factor that is not new, each counting once', async () => {
    const owner = await newOwner();
    const used = proof(owner);
    await issue(owner, {}, used);
    const plain = { key: await identity.issueKey(await identity.createUser()) };

    expect(await issue(owner, {}, {})).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'Second-Factor-Code' }] },
    });
    expect(await issue(owner, {}, { 'second-factor-code': 'abcdef' })).toMatchObject({ status: 400 });
    expect(await issue(owner, {}, used)).toMatchObject({ status: 409, body: { code: 'second_factor.code_wrong' } });
    expect(await ask(plain.key, 'POST', '/api-keys', {}, { 'second-factor-code': '123456' })).toMatchObject({
      status: 409,
      body: { code: 'second_factor.not_active' },
    });
    expect(await keysOf(owner)).toHaveLength(2);
  });

  it('gives no scope beyond the profile, and is not for keys without keys:write', async () => {
    const owner = await newOwner();
    const narrow = issuedIn(await issue(owner, { scopes: ['charges:read', 'keys:read'] }));

    expect(await issue(owner, { scopes: ['users:write'] })).toMatchObject({
      status: 400,
      body: { code: 'api_key.scope_not_allowed' },
    });
    expect(await ask(narrow, 'POST', '/api-keys', {}, proof(owner))).toMatchObject({ status: 403 });
    expect((await ask(narrow, 'GET', '/api-keys')).status).toBe(200);
  });

  it('gives the same secret to a repeat of the same request', async () => {
    const owner = await newOwner();
    const headers = { ...proof(owner), 'idempotency-key': 'one-more' };
    const first = await issue(owner, {}, headers);

    expect((await issue(owner, {}, headers)).text).toBe(first.text);
    expect(await keysOf(owner)).toHaveLength(2);
  });
});

describe('POST /api-keys/{clientId}/rotation', () => {
  it('lets the secret before count for the overlap, and the one before that no longer', async () => {
    const owner = await newOwner();
    const first = issuedIn(await issue(owner, {}));
    const second = issuedIn(await rotate(owner, first.clientId));
    expect([await tokenStatus(first), await tokenStatus(second)]).toEqual([200, 200]);

    const answer = await rotate(owner, first.clientId, { overlapHours: 2 });
    const third = issuedIn(answer);
    expect([await tokenStatus(first), await tokenStatus(second), await tokenStatus(third)]).toEqual([401, 200, 200]);
    expect((await keysOf(owner))[0]?.['previousSecretUntil']).toBe(answer.body['previousSecretUntil']);

    clock.advance(2 * hourMs);
    expect([await tokenStatus(second), await tokenStatus(third)]).toEqual([401, 200]);
  });

  it('ends the secret before at once when it is known to others', async () => {
    const owner = await newOwner();
    const leaked = issuedIn(await issue(owner, {}));
    const fresh = issuedIn(await rotate(owner, leaked.clientId, { overlapHours: 0 }));

    expect([await tokenStatus(leaked), await tokenStatus(fresh)]).toEqual([401, 200]);
  });

  it('keeps no secret in the clear', async () => {
    const owner = await newOwner();
    const { clientId, clientSecret } = issuedIn(await rotate(owner, owner.key.clientId));
    const stored = await identity.db.query(`select to_jsonb(t)::text from api_keys t where client_id = $1`, [clientId]);

    expect(JSON.stringify(stored)).not.toContain(clientSecret);
  });

  it('refuses keys that ended, those of others, and that of the environment', async () => {
    const owner = await newOwner();
    const ended = issuedIn(await issue(owner, {}));
    await revoke(owner, ended.clientId, proof(owner));
    const other = await newOwner();

    expect(await rotate(owner, ended.clientId)).toMatchObject({ status: 409, body: { code: 'api_key.ended' } });
    expect(await rotate(owner, other.key.clientId)).toMatchObject({ status: 404, body: { code: 'api_key.not_found' } });
    expect(await rotate(owner, owner.key.clientId, { overlapHours: 169 })).toMatchObject({ status: 400 });
    expect(await rotate(await bootstrapOwner(), adminClientId)).toMatchObject({
      status: 409,
      body: { code: 'api_key.of_environment' },
    });
  });
});

/** The administrator of the environment, with a second factor. */
const bootstrapOwner = async (): Promise<Owner> => {
  const secret = String((await identity.asAdmin('POST', '/second-factor')).body['secret']);
  await identity.asAdmin('POST', '/second-factor/confirmation', { code: totp(secret) });
  clock.advance(dayMs);
  return { secret, key: { clientId: adminClientId, clientSecret: adminClientSecret } };
};

describe('DELETE /api-keys/{clientId}', () => {
  it('ends the calling key without a code, and others with one', async () => {
    const owner = await newOwner();
    const [one, other] = [issuedIn(await issue(owner, {})), issuedIn(await issue(owner, {}))];

    expect(await revoke(owner, one.clientId)).toMatchObject({ status: 400 });
    expect((await revoke(owner, one.clientId, proof(owner))).status).toBe(204);
    expect((await revoke(owner, one.clientId, proof(owner))).status).toBe(204);
    expect((await revoke({ ...owner, key: other }, other.clientId)).status).toBe(204);
    expect([await tokenStatus(one), await tokenStatus(other), await tokenStatus(owner.key)]).toEqual([401, 401, 200]);
  });
});

describe('PATCH /api-keys/{clientId}', () => {
  it('names a key and takes the name away', async () => {
    const owner = await newOwner();
    const rename = (name: unknown, clientId = owner.key.clientId) =>
      ask(owner.key, 'PATCH', `/api-keys/${clientId}`, { name });

    expect(await rename('Shop in Recife')).toMatchObject({ status: 200, body: { name: 'Shop in Recife' } });
    expect((await keysOf(owner))[0]).toMatchObject({ name: 'Shop in Recife' });
    expect(await rename(null)).toMatchObject({ status: 200, body: { name: null } });
    expect(await rename('\u200B')).toMatchObject({ status: 400, body: { errors: [{ field: 'name' }] } });
    expect(await rename('Mine', adminClientId)).toMatchObject({ status: 404 });
  });
});

it('writes down when a key was last used, once in five minutes', async () => {
  const owner = await newOwner();
  const lastUsedAt = async () => (await keysOf(owner))[0]?.['lastUsedAt'];
  const first = await lastUsedAt();
  clock.advance(60_000);
  expect(await lastUsedAt()).toBe(first);
  clock.advance(5 * 60_000);

  expect(await lastUsedAt()).toBe(clock.now().toISOString());
});
