import { fakeClock } from '@repasse/chassis/testing/clock';
import { TOTP } from 'otpauth';
import { startTestIdentity, type IssuedKey, type TestIdentity } from './identity';

const clock = fakeClock('2026-12-01T10:00:00.000Z');
const stepMs = 30_000;

let identity: TestIdentity;

beforeAll(async () => {
  identity = await startTestIdentity(clock);
});
afterAll(() => identity.stop());

interface User {
  readonly userId: number;
  readonly key: IssuedKey;
}

const newUser = async (): Promise<User> => {
  const userId = await identity.createUser();
  return { userId, key: await identity.issueKey(userId) };
};

const as = async ({ key }: User, method: string, path: string, body?: object, headers: Record<string, string> = {}) =>
  identity.call(method, path, body, { authorization: `Bearer ${await identity.tokenOf(key)}`, ...headers });

const codeOf = (secret: string): string => new TOTP({ secret }).generate({ timestamp: clock.now().getTime() });
const wrongFor = (secret: string): string => (codeOf(secret) === '000000' ? '000001' : '000000');

const enrol = async (user: User): Promise<string> => String((await as(user, 'POST', '/second-factor')).body['secret']);
const confirm = (user: User, code: string) => as(user, 'POST', '/second-factor/confirmation', { code });
const remove = (user: User, code: string) =>
  as(user, 'DELETE', '/second-factor', undefined, { 'second-factor-code': code });

const active = async (): Promise<{ readonly user: User; readonly secret: string }> => {
  const user = await newUser();
  const secret = await enrol(user);
  await confirm(user, codeOf(secret));
  return { user, secret };
};

describe('enrolling', () => {
  it('shows the secret once, keeps it sealed, and is active with the first code', async () => {
    const user = await newUser();
    const { status, body, headers } = await as(user, 'POST', '/second-factor');
    const secret = String(body['secret']);

    expect(status).toBe(201);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(body).toMatchObject({ algorithm: 'SHA1', digits: 6, periodSeconds: 30 });
    expect((await as(user, 'GET', '/second-factor')).body).toMatchObject({ status: 'PENDING', provesFrom: null });
    expect(await everythingStored()).not.toContain(secret);
    expect((await confirm(user, codeOf(secret))).body).toMatchObject({
      status: 'ACTIVE',
      provesFrom: '2026-12-02T10:00:00.000Z',
    });
  });

  it('gives another secret until the first code, and none behind it', async () => {
    const user = await newUser();
    const [first, second] = [await enrol(user), await enrol(user)];

    expect(await confirm(user, codeOf(first))).toMatchObject({
      status: 409,
      body: { code: 'second_factor.code_wrong' },
    });
    expect((await confirm(user, codeOf(second))).status).toBe(200);
    expect(await as(user, 'POST', '/second-factor')).toMatchObject({
      status: 409,
      body: { code: 'second_factor.active' },
    });
  });

  it('gives the same secret to a repeat of the same request', async () => {
    const user = await newUser();
    const key = { 'idempotency-key': 'enrol-me' };
    const first = await as(user, 'POST', '/second-factor', undefined, key);

    expect((await as(user, 'POST', '/second-factor', undefined, key)).text).toBe(first.text);
    expect(await everythingStored()).not.toContain(String(first.body['secret']));
  });

  it('confirms what is confirmed without a change, and nothing for who enrolled none', async () => {
    const { user } = await active();

    expect((await confirm(user, '123456')).status).toBe(200);
    expect(await confirm(await newUser(), '123456')).toMatchObject({
      status: 404,
      body: { code: 'second_factor.not_found' },
    });
    expect((await as(await newUser(), 'GET', '/second-factor')).status).toBe(404);
  });
});

describe('removing', () => {
  it('needs a code that was not used', async () => {
    const { user, secret } = await active();
    const used = codeOf(secret);

    expect(await remove(user, used)).toMatchObject({ status: 409, body: { code: 'second_factor.code_wrong' } });
    expect(await as(user, 'DELETE', '/second-factor')).toMatchObject({ status: 400 });
    expect(await remove(user, 'abcdef')).toMatchObject({ status: 400 });
    clock.advance(stepMs);
    expect((await remove(user, codeOf(secret))).status).toBe(204);
    expect((await as(user, 'GET', '/second-factor')).status).toBe(404);
    expect((await remove(user, codeOf(secret))).status).toBe(204);
  });

  it('needs no code where none was ever right', async () => {
    const user = await newUser();
    await enrol(user);

    expect((await as(user, 'DELETE', '/second-factor')).status).toBe(204);
    expect((await as(user, 'GET', '/second-factor')).status).toBe(404);
  });

  it('is done for a user by an administrator, who sees nothing of it', async () => {
    const { user } = await active();
    const path = `/users/${String(user.userId)}/second-factor`;

    expect((await as(user, 'DELETE', path)).status).toBe(403);
    expect((await identity.asAdmin('DELETE', path)).status).toBe(204);
    expect((await identity.asAdmin('DELETE', '/users/999999/second-factor')).status).toBe(404);
    expect((await as(user, 'GET', '/second-factor')).status).toBe(404);
  });
});

it('refuses right codes behind the limit of wrong ones, for a time', async () => {
  const { user, secret } = await active();
  clock.advance(stepMs);
  for (let tries = 0; tries < 10; tries += 1) expect((await remove(user, wrongFor(secret))).status).toBe(409);

  const limited = await remove(user, codeOf(secret));
  expect(limited).toMatchObject({ status: 429, body: { code: 'request.rate_limited', retryable: true } });
  expect(limited.headers.get('retry-after')).toBe('3600');
  expect(await identity.metric('repasse_identity_second_factor_codes_total')).toMatch(/outcome="limited".* 1$/m);
});

/** Every table that a secret could have slipped into. */
const everythingStored = (): Promise<string> => identity.stored('second_factors', 'idempotency_keys', 'outbox');
