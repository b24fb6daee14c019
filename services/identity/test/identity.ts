import { randomBytes } from 'node:crypto';
import { type Clock } from '@repasse/chassis/clock';
import { type Running } from '@repasse/chassis/lifecycle/lifecycle';
import { openDatabase, type Database } from '@repasse/chassis/postgres/database';
import { chassisMigrations } from '@repasse/chassis/postgres/migrate';
import { createTestDatabase, type TestDatabase } from '@repasse/chassis/testing/postgres';
import { loadConfig } from '../src/config';
import { migrations, startIdentity } from '../src/main';

export const adminClientId = 'admin-of-the-tests';
export const adminClientSecret = 'a-secret-of-the-tests-that-is-long-enough';
export const internalToken = 'internal-token-of-the-tests';
export const issuer = 'http://issuer.test';
export const keyEncryptionKey = randomBytes(32).toString('base64');

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly body: Record<string, unknown>;
}

export interface IssuedKey {
  readonly clientId: string;
  readonly clientSecret: string;
}

/** The service on databases of its own, and the requests its users make. */
export class TestIdentity {
  private constructor(
    private running: Running,
    private readonly database: TestDatabase,
    private readonly busDatabase: TestDatabase,
    private readonly clock: Clock | undefined,
    readonly db: Database,
  ) {}

  static async start(clock?: Clock): Promise<TestIdentity> {
    const [database, busDatabase] = await Promise.all([
      createTestDatabase('identity', migrations),
      createTestDatabase('identity_bus', [chassisMigrations.bus]),
    ]);
    const running = await startOn(database, busDatabase, clock);
    const db = openDatabase({ url: database.url, name: 'test' });
    return new TestIdentity(running, database, busDatabase, clock, db);
  }

  get url(): string {
    return this.running.url;
  }

  get env(): Record<string, string> {
    return environment(this.database, this.busDatabase);
  }

  async restart(more: Record<string, string> = {}): Promise<void> {
    await this.running.stop();
    this.running = await startOn(this.database, this.busDatabase, this.clock, more);
  }

  async stop(): Promise<void> {
    await this.running.stop();
    await this.db.close();
    await Promise.all([this.database.drop(), this.busDatabase.drop()]);
  }

  async call(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Answer> {
    const isForm = body instanceof URLSearchParams;
    const answer = await fetch(this.url + path, {
      method,
      headers: { ...(body === undefined || isForm ? {} : { 'content-type': 'application/json' }), ...headers },
      ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
    });
    const text = await answer.text();
    const isJson = answer.headers.get('content-type')?.includes('json') === true;
    const parsed = isJson ? (JSON.parse(text) as Record<string, unknown>) : {};
    return { status: answer.status, headers: answer.headers, text, body: parsed };
  }

  /** POST /oauth/token with Basic credentials. */
  issueToken({ clientId, clientSecret }: IssuedKey, fields: Record<string, string> = {}): Promise<Answer> {
    const form = new URLSearchParams({ grant_type: 'client_credentials', ...fields });
    return this.call('POST', '/oauth/token', form, { authorization: basic(clientId, clientSecret) });
  }

  async tokenOf(key: IssuedKey, fields: Record<string, string> = {}): Promise<string> {
    return String((await this.issueToken(key, fields)).body['access_token']);
  }

  private adminToken: string | undefined;

  async adminAuthorization(): Promise<string> {
    this.adminToken ??= await this.tokenOf({ clientId: adminClientId, clientSecret: adminClientSecret });
    return `Bearer ${this.adminToken}`;
  }

  async asAdmin(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Answer> {
    return this.call(method, path, body, { authorization: await this.adminAuthorization(), ...headers });
  }

  async createUser(profile = 'CUSTOMER'): Promise<number> {
    return Number((await this.asAdmin('POST', '/users', { email: newEmail(), name: 'Ana', profile })).body['id']);
  }

  async issueKey(userId: number, body: object = {}): Promise<IssuedKey> {
    const { clientId, clientSecret } = (await this.asAdmin('POST', `/users/${userId}/api-keys`, body)).body;
    return { clientId: String(clientId), clientSecret: String(clientSecret) };
  }

  validate(authorization: string): Promise<Answer> {
    return this.call('GET', '/api-key/validate', undefined, { authorization });
  }
}

export const basic = (clientId: string, clientSecret: string): string =>
  `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`;

let made = 0;
export const newEmail = (): string => `user${++made}@example.com`;

const environment = (database: TestDatabase, busDatabase: TestDatabase): Record<string, string> => ({
  PORT: '0',
  POSTGRES_URL: database.url,
  BUS_POSTGRES_URL: busDatabase.url,
  JWKS_URL: 'http://localhost:1/not-asked',
  TOKEN_ISSUER: issuer,
  INTERNAL_TOKEN: internalToken,
  KEY_ENCRYPTION_KEY: keyEncryptionKey,
  BOOTSTRAP_ADMIN_CLIENT_ID: adminClientId,
  BOOTSTRAP_ADMIN_CLIENT_SECRET: adminClientSecret,
  LOG_LEVEL: 'fatal',
});

const startOn = (
  database: TestDatabase,
  busDatabase: TestDatabase,
  clock?: Clock,
  more: Record<string, string> = {},
): Promise<Running> =>
  startIdentity(loadConfig({ ...environment(database, busDatabase), ...more }), clock === undefined ? {} : { clock });
