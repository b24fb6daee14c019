import { startTestIdentity, type TestIdentity } from './identity';

let identity: TestIdentity;

beforeAll(async () => {
  identity = await startTestIdentity();
});
afterAll(() => identity.stop());

const issue = (userId: number, body?: object, headers: Record<string, string> = {}) =>
  identity.asAdmin('POST', `/users/${userId}/api-keys`, body, headers);

describe('POST /users/{userId}/api-keys', () => {
  it('shows the secret once, and keeps none', async () => {
    const userId = await identity.createUser();
    const { status, body, headers } = await issue(userId);
    const { clientId, clientSecret, ...rest } = body;

    expect(status).toBe(201);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(clientId).toMatch(/^key_[0-9A-Z]{26}$/);
    expect(clientSecret).toMatch(/^[\w-]{43}$/);
    const list = await identity.asAdmin('GET', `/users/${userId}/api-keys`);
    expect(list.body).toEqual({
      data: [{ clientId, lastUsedAt: null, previousSecretUntil: null, revokedAt: null, ...rest }],
    });
    expect(list.text).not.toContain(String(clientSecret));
    expect(await everythingStored()).not.toContain(String(clientSecret));
  });

  it('gives the same secret to a repeat, and still keeps none in the clear', async () => {
    const userId = await identity.createUser();
    const key = { 'idempotency-key': 'one-key-please' };
    const first = await issue(userId, {}, key);
    const again = await issue(userId, {}, key);

    expect(again.text).toBe(first.text);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    const { clientId, clientSecret } = first.body;
    const issued = { clientId: String(clientId), clientSecret: String(clientSecret) };
    expect((await identity.issueToken(issued)).status).toBe(200);
    expect(await everythingStored()).not.toContain(String(first.body['clientSecret']));
  });

  it('gives all scopes of the profile unless some are named', async () => {
    const customer = (await issue(await identity.createUser('CUSTOMER'))).body['scopes'];
    const operator = (await issue(await identity.createUser('OPERATOR'))).body['scopes'];

    expect(customer).toHaveLength(18);
    expect(customer).not.toContain('users:write');
    expect(operator).toContain('users:write');
  });

  it.each([
    [
      'scopes beyond the profile',
      { scopes: ['charges:read', 'users:write'] },
      'api_key.scope_not_allowed',
      'scopes[1]',
    ],
    ['an expiry in the past', { expiresAt: '2020-01-01T00:00:00Z' }, 'api_key.expires_in_past', 'expiresAt'],
    ['what is no scope', { scopes: ['everything'] }, 'request.invalid', 'scopes[0]'],
    ['no scopes', { scopes: [] }, 'request.invalid', 'scopes'],
  ])('refuses %s', async (_what, body, code, field) => {
    expect(await issue(await identity.createUser(), body)).toMatchObject({
      status: 400,
      body: { code, errors: [{ field }] },
    });
  });

  it('refuses a suspended user, and knows no stranger', async () => {
    const userId = await identity.createUser();
    await identity.asAdmin('PATCH', `/users/${userId}`, { status: 'SUSPENDED' });

    expect(await issue(userId)).toMatchObject({ status: 409, body: { code: 'user.suspended' } });
    expect(await issue(999_999)).toMatchObject({ status: 404, body: { code: 'user.not_found' } });
  });

  it('has room for fifty, where revoked ones give way', async () => {
    const userId = await identity.createUser();
    const keys = [];
    for (let at = 0; at < 50; at += 1) keys.push(await identity.issueKey(userId));
    expect(await issue(userId)).toMatchObject({ status: 409, body: { code: 'api_key.limit_reached' } });
    await identity.asAdmin('DELETE', `/users/${userId}/api-keys/${keys[7]?.clientId ?? ''}`);

    expect((await issue(userId)).status).toBe(201);
    const { data } = (await identity.asAdmin('GET', `/users/${userId}/api-keys`)).body as { data: unknown[] };
    expect(data).toHaveLength(50);
  });
});

describe('DELETE /users/{userId}/api-keys/{clientId}', () => {
  it('revokes keys of that user only', async () => {
    const [owner, other] = [await identity.createUser(), await identity.createUser()];
    const { clientId } = await identity.issueKey(owner);

    expect(await identity.asAdmin('DELETE', `/users/${other}/api-keys/${clientId}`)).toMatchObject({
      status: 404,
      body: { code: 'api_key.not_found' },
    });
    expect((await identity.asAdmin('DELETE', `/users/${owner}/api-keys/${clientId}`)).status).toBe(204);
    expect((await identity.asAdmin('GET', `/users/${owner}/api-keys`)).text).toContain('"revokedAt":"20');
  });
});

/** Every table that a secret could have slipped into. */
const everythingStored = (): Promise<string> => identity.stored('api_keys', 'idempotency_keys', 'outbox', 'users');
