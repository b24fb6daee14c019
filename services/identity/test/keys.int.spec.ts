import { randomBytes } from 'node:crypto';
import { createSealedBox } from '@repasse/chassis/crypto/sealed-box';
import { fakeClock } from '@repasse/chassis/testing/clock';
import { createLogger } from '@repasse/chassis/log/logger';
import { decodeProtectedHeader, SignJWT } from 'jose';
import { openKeyRing, rotateSigningKey } from '../src/keys/key-ring';
import { loadConfig } from '../src/config';
import {
  adminClientId,
  adminClientSecret,
  basic,
  keyEncryptionKey,
  startTestIdentity,
  type TestIdentity,
} from './identity';

const admin = { clientId: adminClientId, clientSecret: adminClientSecret };
const minuteMs = 60_000;
let identity: TestIdentity;

beforeAll(async () => {
  identity = await startTestIdentity();
});
afterAll(() => identity.stop());

const keysShown = async () => (await identity.call('GET', '/.well-known/jwks.json')).body['keys'] as { kid: string }[];

describe('signing keys', () => {
  it('are made once, kept sealed, and survive a restart', async () => {
    const token = await identity.tokenOf(admin);
    const before = await keysShown();
    await identity.restart();

    expect(await keysShown()).toEqual(before);
    expect(before).toEqual([expect.objectContaining({ kty: 'OKP', crv: 'Ed25519', alg: 'EdDSA', use: 'sig' })]);
    expect(JSON.stringify(before)).not.toContain('"d"');
    expect((await identity.validate(`Bearer ${token}`)).status).toBe(200);
    const [row] = await identity.db.query<{ sealed: Buffer }>('select sealed_private as sealed from signing_keys');
    expect(row?.sealed.toString('latin1')).not.toContain('"d"');
  });

  it('may be kept by caches for five minutes', async () => {
    const { headers } = await identity.call('GET', '/.well-known/jwks.json');

    expect(headers.get('cache-control')).toBe('public, max-age=300');
  });

  it('cannot be opened with another encryption key, and the service says so', async () => {
    const wrong = { KEY_ENCRYPTION_KEYS: `1:${randomBytes(32).toString('base64')}` };

    await expect(identity.restart(wrong)).rejects.toThrow('KEY_ENCRYPTION_KEYS lacks the key');
    await identity.restart();
  });

  it('rotate: shown first, signing later, gone when no token of theirs can live', async () => {
    const clock = fakeClock(new Date().toISOString());
    const box = createSealedBox(() => [{ number: 1, key: keyEncryptionKey }]);
    const log = createLogger({ service: 'test', level: 'fatal' });
    const deps = { db: identity.db, box, clock, log, tokenTtlSeconds: 3_600, daysMax: 90 };
    const ring = await openKeyRing(deps);
    const kids = () => ring.publicKeys().keys.map(({ kid }) => kid);
    const signer = async () => decodeProtectedHeader(await ring.sign(new SignJWT({}))).kid;
    const [old] = kids();
    const made = await rotateSigningKey(deps);
    await ring.refresh();
    expect(kids()).toEqual([old, made]);
    expect(await signer()).toBe(old);

    clock.advance(11 * minuteMs);
    expect(await signer()).toBe(made);
    clock.advance(60 * minuteMs);
    await ring.refresh();
    expect(kids()).toEqual([old, made]);
    clock.advance(10 * minuteMs);
    await ring.refresh();
    expect(kids()).toEqual([made]);
    await ring.stop();
  });

  it('rotate by themselves when they are old', async () => {
    const clock = fakeClock(new Date(Date.now() + 91 * 24 * 60 * minuteMs).toISOString());
    const box = createSealedBox(() => [{ number: 1, key: keyEncryptionKey }]);
    const log = createLogger({ service: 'test', level: 'fatal' });
    const deps = { db: identity.db, box, clock, log, tokenTtlSeconds: 3_600, daysMax: 90 };
    const rings = await Promise.all([openKeyRing(deps), openKeyRing(deps), openKeyRing(deps)]);

    const kids = rings.map((ring) => ring.publicKeys().keys.map(({ kid }) => kid));
    expect(kids[0]).toHaveLength(2);
    expect(kids).toEqual([kids[0], kids[0], kids[0]]);
    await Promise.all(rings.map((ring) => ring.stop()));
  });
});

describe('the bootstrap administrator', () => {
  it('is made once, however often the service starts', async () => {
    await identity.restart();
    const { data } = (await identity.asAdmin('GET', '/users?email=admin@repasse.invalid')).body as { data: object[] };

    expect(data).toMatchObject([{ profiles: ['ADMIN'] }]);
  });

  it('gets another secret when the environment says so', async () => {
    const secret = 'another-secret-of-the-tests-that-is-long';
    await identity.restart({ BOOTSTRAP_ADMIN_CLIENT_SECRET: secret });

    expect((await identity.validate(basic(adminClientId, secret))).status).toBe(200);
    expect((await identity.validate(basic(adminClientId, adminClientSecret))).status).toBe(401);
    await identity.restart();
  });

  it('does not become an existing user with its address', async () => {
    const email = 'merchant@example.com';
    await identity.asAdmin('POST', '/users', { email, name: 'Merchant', profile: 'CUSTOMER' });
    const more = { BOOTSTRAP_ADMIN_CLIENT_ID: 'second-admin', BOOTSTRAP_ADMIN_EMAIL: email };

    await expect(identity.restart(more)).rejects.toThrow('no administrator');
    await identity.restart();
  });
});

describe('the configuration', () => {
  it('names every fault at once', () => {
    const env = {
      ...identity.env,
      KEY_ENCRYPTION_KEYS: '1:short',
      TOKEN_TTL_SECONDS: '0',
      BOOTSTRAP_ADMIN_CLIENT_SECRET: 'x',
    };

    expect(() => loadConfig(env)).toThrow(/KEY_ENCRYPTION_KEYS[^]*TOKEN_TTL_SECONDS[^]*BOOTSTRAP_ADMIN_CLIENT_SECRET/);
  });

  it('wants both halves of the bootstrap administrator', () => {
    expect(() => loadConfig({ ...identity.env, BOOTSTRAP_ADMIN_CLIENT_ID: '' })).toThrow('go together');
  });
});
