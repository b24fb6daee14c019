import { createHash } from 'node:crypto';
import { internalToken, newEmail, startTestIdentity, type TestIdentity } from './identity';

let identity: TestIdentity;

beforeAll(async () => {
  identity = await startTestIdentity();
});
afterAll(() => identity.stop());

const ana = (more: object = {}) => ({ email: newEmail(), name: 'Ana Souza', profile: 'CUSTOMER', ...more });

describe('POST /users', () => {
  it('registers a user', async () => {
    const email = newEmail();
    const answer = await identity.asAdmin('POST', '/users', ana({ email: email.toUpperCase() }));

    expect(answer).toMatchObject({
      status: 201,
      body: { email, name: 'Ana Souza', status: 'ACTIVE', profiles: ['CUSTOMER'] },
    });
    expect(answer.body['id']).toBeGreaterThan(1_000);
    expect(await identity.asAdmin('GET', `/users/${String(answer.body['id'])}`)).toMatchObject({ body: answer.body });
  });

  it('has one user for an e-mail, however it is spelled', async () => {
    const email = newEmail();
    await identity.asAdmin('POST', '/users', ana({ email }));

    expect(await identity.asAdmin('POST', '/users', ana({ email: email.toUpperCase() }))).toMatchObject({
      status: 409,
      body: { code: 'user.email_taken' },
    });
  });

  it('registers one of twenty at once', async () => {
    const body = ana();
    const answers = await Promise.all(Array.from({ length: 20 }, () => identity.asAdmin('POST', '/users', body)));

    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(19);
  });

  it('answers a repeat under one Idempotency-Key with the same bytes', async () => {
    const body = ana();
    const key = { 'idempotency-key': 'register-ana' };
    const first = await identity.asAdmin('POST', '/users', body, key);
    const again = await identity.asAdmin('POST', '/users', body, key);

    expect(again.text).toBe(first.text);
    expect(again.status).toBe(201);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect(await identity.asAdmin('POST', '/users', { ...body, name: 'Bia' }, key)).toMatchObject({
      status: 422,
      body: { errors: [{ field: 'name' }] },
    });
  });

  it.each([
    ['no e-mail', { email: undefined }, 'email'],
    ['what is no e-mail', { email: 'ana' }, 'email'],
    ['an empty name', { name: '' }, 'name'],
    ['an unknown profile', { profile: 'KING' }, 'profile'],
  ])('refuses %s', async (_what, more, field) => {
    expect(await identity.asAdmin('POST', '/users', ana(more))).toMatchObject({
      status: 400,
      body: { code: 'request.invalid', errors: [{ field }] },
    });
  });
});

describe('GET /users', () => {
  it('lists newest first, by page and by e-mail', async () => {
    const email = newEmail();
    const id = (await identity.asAdmin('POST', '/users', ana({ email }))).body['id'];

    expect((await identity.asAdmin('GET', '/users?limit=1')).body).toMatchObject({
      data: [{ id }],
      pagination: { page: 1, limit: 1, nextCursor: null },
    });
    expect(
      (await identity.asAdmin('GET', `/users?email=${encodeURIComponent(email.toUpperCase())}`)).body,
    ).toMatchObject({
      data: [{ id, email }],
      pagination: { total: 1, totalPages: 1 },
    });
    expect((await identity.asAdmin('GET', '/users?page=9999')).body).toMatchObject({ data: [] });
  });

  it('finds users by a number, the beginning of an e-mail and a part of a name', async () => {
    const mail = newEmail();
    const made = { email: mail, name: 'Padaria 100%_Boa', profile: 'CUSTOMER' };
    const id = Number((await identity.asAdmin('POST', '/users', made)).body['id']);
    const found = async (query: string): Promise<unknown> =>
      (
        (await identity.asAdmin('GET', `/users?query=${encodeURIComponent(query)}`)).body['data'] as { id: number }[]
      ).map((user) => user.id);

    for (const query of [String(id), mail.slice(0, -3).toUpperCase(), '100%_boa', ' padaria 100% '])
      expect(await found(query)).toEqual([id]);
    expect(await found('padaria_100')).toEqual([]);
  });

  it.each(['0', 'x', '9007199254740992'])('does not take %s for a user’s id', async (id) => {
    expect((await identity.asAdmin('GET', `/users/${id}`)).status).toBe(400);
  });

  it('knows no stranger', async () => {
    expect(await identity.asAdmin('GET', '/users/999999')).toMatchObject({
      status: 404,
      body: { code: 'user.not_found' },
    });
  });
});

describe('PATCH /users/{userId}', () => {
  it('renames, suspends, activates, and gives profiles', async () => {
    const id = await identity.createUser();
    const patch = (body: object) => identity.asAdmin('PATCH', `/users/${id}`, body);

    expect((await patch({ name: 'Ana Lima' })).body).toMatchObject({ name: 'Ana Lima', status: 'ACTIVE' });
    expect((await patch({ status: 'SUSPENDED', profile: 'OPERATOR' })).body).toMatchObject({
      name: 'Ana Lima',
      status: 'SUSPENDED',
      profiles: ['CUSTOMER', 'OPERATOR'],
    });
    expect((await patch({ status: 'ACTIVE' })).body).toMatchObject({ status: 'ACTIVE' });
  });

  it.each([[{}], [{ status: 'GONE' }], [{ profile: 'KING' }]])('refuses %j', async (body) => {
    const id = await identity.createUser();

    expect((await identity.asAdmin('PATCH', `/users/${id}`, body)).status).toBe(400);
  });
});

describe('who may do this', () => {
  it('is an administrator; an operator only reads; a customer does neither', async () => {
    const operator = await identity.issueKey(await identity.createUser('OPERATOR'));
    const customer = await identity.issueKey(await identity.createUser('CUSTOMER'));
    const asOperator = { authorization: `Bearer ${await identity.tokenOf(operator)}` };
    const asCustomer = { authorization: `Bearer ${await identity.tokenOf(customer)}` };

    expect((await identity.call('GET', '/users', undefined, asOperator)).status).toBe(200);
    expect((await identity.call('POST', '/users', ana(), asOperator)).status).toBe(403);
    expect((await identity.call('GET', '/users', undefined, asCustomer)).status).toBe(403);
    expect((await identity.call('GET', '/users')).status).toBe(401);
  });
});

describe('GET /internal/users', () => {
  it('finds a user by the hash of their e-mail, and tells no name', async () => {
    const email = newEmail();
    const userId = (await identity.asAdmin('POST', '/users', ana({ email }))).body['id'];
    const emailHash = createHash('sha256').update(email).digest('hex');
    const headers = { 'repasse-internal-token': internalToken };
    const find = (hash: string) => identity.call('GET', `/internal/users?emailHash=${hash}`, undefined, headers);

    expect((await find(emailHash)).body).toEqual({ userId, status: 'ACTIVE', profiles: ['CUSTOMER'], emailHash });
    expect((await find('0'.repeat(64))).status).toBe(404);
    expect((await find('short')).status).toBe(400);
    expect((await identity.asAdmin('GET', `/internal/users?emailHash=${emailHash}`)).status).toBe(401);
  });
});

describe('an administrator who is suspended, or whose key is revoked', () => {
  const newAdmin = async () => {
    const id = await identity.createUser('ADMIN');
    const key = await identity.issueKey(id);
    return { id, key, asThey: { authorization: `Bearer ${await identity.tokenOf(key)}` } };
  };

  it('does nothing more with the token they have, not even for themselves', async () => {
    const { id, asThey } = await newAdmin();
    expect((await identity.call('GET', '/users', undefined, asThey)).status).toBe(200);
    await identity.asAdmin('PATCH', `/users/${id}`, { status: 'SUSPENDED' });

    const answers = await Promise.all([
      identity.call('PATCH', `/users/${id}`, { status: 'ACTIVE' }, asThey),
      identity.call('POST', '/users', ana({ profile: 'ADMIN' }), asThey),
      identity.call('POST', `/users/${id}/api-keys`, {}, asThey),
      identity.call('GET', `/users/${id}/api-keys`, undefined, asThey),
      identity.call('GET', '/users', undefined, asThey),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401]);
    expect((await identity.asAdmin('GET', `/users/${id}`)).body).toMatchObject({ status: 'SUSPENDED' });
  });

  it('is refused with the token of the revoked key only', async () => {
    const { id, key, asThey } = await newAdmin();
    const other = { authorization: `Bearer ${await identity.tokenOf(await identity.issueKey(id))}` };
    await identity.asAdmin('DELETE', `/users/${id}/api-keys/${key.clientId}`);

    expect((await identity.call('GET', '/users', undefined, asThey)).status).toBe(401);
    expect((await identity.call('GET', '/users', undefined, other)).status).toBe(200);
  });
});
