import { randomBytes } from 'node:crypto';
import { type Clock } from '@repasse/chassis/clock';
import { type TestAnswer } from '@repasse/chassis/testing/http-test';
import { type TestEnv } from '@repasse/chassis/testing/running-program';
import { startServiceForTest, type ServiceDescription, internalToken } from '@repasse/chassis/testing/running-service';
import { loadConfig, type Config } from '../src/config';
import { type IdentityOverrides, startIdentity } from '../src/main';
import { migrations } from '../src/migrations';
import { createPasswords } from '../src/people/passwords/hash';

export { internalToken };
export const adminClientId = 'admin-of-the-tests';
export const adminClientSecret = 'a-secret-of-the-tests-that-is-long-enough';
export const issuer = 'http://issuer.test';
/** By which payment-gateway is known. */
export const gatewayToken = 'the-token-of-payment-gateway-in-the-tests';
/** By which the console is known. */
export const consoleToken = 'the-token-of-the-console-in-the-tests';
export const keyEncryptionKey = randomBytes(32).toString('base64');

const identity: ServiceDescription<Config, IdentityOverrides> = {
  name: 'identity',
  migrations,
  loadConfig,
  start: startIdentity,
  env: {
    TOKEN_ISSUER: issuer,
    KEY_ENCRYPTION_KEYS: `1:${keyEncryptionKey}`,
    INTERNAL_CALLERS: `charge:${internalToken}`,
    DESTINATION_CALLERS: `payment-gateway:${gatewayToken}`,
    CONSOLE_CALLERS: `console:${consoleToken}`,
    BOOTSTRAP_ADMIN_CLIENT_ID: adminClientId,
    BOOTSTRAP_ADMIN_CLIENT_SECRET: adminClientSecret,
  },
};

export interface IssuedKey {
  readonly clientId: string;
  readonly clientSecret: string;
}

/** The least that argon2 takes: what people's passwords cost would be half of the time of these tests. */
const leastCost = { memorySize: 8, iterations: 1 };

type Headers = Readonly<Record<string, string>>;

/** The service, and the requests its users make. */
export const startTestIdentity = async (clock?: Clock, more: TestEnv = {}) => {
  const overrides = { passwords: createPasswords(leastCost), ...(clock !== undefined && { clock }) };
  const service = await startServiceForTest({ ...identity, env: { ...identity.env, ...more } }, { overrides });
  const { db, env, bus, metric, restart, stop } = service;
  let adminToken: string | undefined;
  /** A clock of the test's own outruns a token. */
  const keptToken = () => (clock === undefined ? adminToken : undefined);

  const call = (method: string, path: string, body?: unknown, headers: Headers = {}): Promise<TestAnswer> =>
    service.call(method, path, { ...(body instanceof URLSearchParams ? { rawBody: body } : { body }), headers });
  /** POST /oauth/token with Basic credentials. */
  const issueToken = (key: IssuedKey, fields: Record<string, string> = {}): Promise<TestAnswer> => {
    const form = new URLSearchParams({ grant_type: 'client_credentials', ...fields });
    return call('POST', '/oauth/token', form, { authorization: basic(key.clientId, key.clientSecret) });
  };
  const tokenOf = async (key: IssuedKey, fields: Record<string, string> = {}): Promise<string> =>
    String((await issueToken(key, fields)).body['access_token']);
  const adminAuthorization = async (): Promise<string> => {
    adminToken = keptToken() ?? (await tokenOf({ clientId: adminClientId, clientSecret: adminClientSecret }));
    return `Bearer ${adminToken}`;
  };
  const asAdmin = async (method: string, path: string, body?: unknown, headers: Headers = {}): Promise<TestAnswer> =>
    call(method, path, body, { authorization: await adminAuthorization(), ...headers });

  return {
    get url() {
      return service.url;
    },
    ...{ db, env, bus, metric, restart, stop, call, issueToken, tokenOf, asAdmin, adminAuthorization },
    /** Every row of these tables as text, in which a secret must not stand. */
    stored: async (...tables: readonly string[]): Promise<string> =>
      JSON.stringify(await Promise.all(tables.map((table) => db.query(`select to_jsonb(t)::text from ${table} t`)))),
    createUser: async (profile = 'CUSTOMER'): Promise<number> =>
      Number((await asAdmin('POST', '/users', { email: newEmail(), name: 'Ana', profile })).body['id']),
    issueKey: async (userId: number, body: object = {}): Promise<IssuedKey> => {
      const { clientId, clientSecret } = (await asAdmin('POST', `/users/${userId}/api-keys`, body)).body;
      return { clientId: String(clientId), clientSecret: String(clientSecret) };
    },
    validate: (authorization: string) => call('GET', '/api-key/validate', undefined, { authorization }),
  };
};

export type TestIdentity = Awaited<ReturnType<typeof startTestIdentity>>;

export const basic = (clientId: string, clientSecret: string): string =>
  `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`;

let made = 0;
export const newEmail = (): string => `user${++made}@example.com`;
