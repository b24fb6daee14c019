import { type Principal } from '@repasse/chassis/auth/principal';
import { createBus } from '@repasse/chassis/bus/create-bus';
import { toMessage } from '@repasse/chassis/bus/envelope';
import { type IncomingMessage } from '@repasse/chassis/bus/bus';
import { createLogger } from '@repasse/chassis/log/logger';
import { openDatabase, type Database } from '@repasse/chassis/postgres/database';
import { createMetrics } from '@repasse/chassis/telemetry/metrics';
import { callApi, type TestAnswer } from '@repasse/chassis/testing/http-test';
import { fakeClock, type FakeClock } from '@repasse/chassis/testing/clock';
import { chassisMigrations } from '@repasse/chassis/postgres/migrate';
import { createTestDatabase } from '@repasse/chassis/testing/postgres';
import { type AnyEvent } from '@repasse/contracts';
import { loadConfig } from '../../src/config';
import { migrations, startSplitSettlement } from '../../src/main';

export interface Answer {
  readonly status: number;
  readonly body: unknown;
}

export interface RunningService {
  readonly db: Database;
  readonly clock: FakeClock;
  /** Where its database and its bus are, as commands are told. */
  readonly env: Readonly<Record<string, string>>;
  publish(events: readonly AnyEvent[]): Promise<void>;
  /** What the service has said of a charge. */
  published(chargeId: string): Promise<readonly IncomingMessage[]>;
  /** What it has said of a withdrawal. */
  publishedOfWithdrawal(withdrawalId: string): Promise<readonly IncomingMessage[]>;
  /** `token` is made by tokenOf. */
  get(path: string, token?: string): Promise<Answer>;
  /** Asks for CSV by the header Accept. */
  csv(path: string, token: string): Promise<{ readonly text: string; readonly headers: Headers }>;
  post(path: string, o: { token?: string; body: unknown; key?: string }): Promise<TestAnswer>;
  text(path: string): Promise<string>;
  stop(): Promise<void>;
}

/** Who a token speaks for is written on it: verifying signatures is tested where it is done. */
export const tokenOf = (userId: number, profile: Principal['profile'] = 'CUSTOMER', scopes = 'balance:read'): string =>
  Buffer.from(`${userId} ${profile} ${scopes}`).toString('base64url');

const verifyToken = async (token: string): Promise<Principal | undefined> => {
  const [userId, profile, scopes = ''] = Buffer.from(token, 'base64url').toString().split(' ');
  if (profile !== 'CUSTOMER' && profile !== 'OPERATOR' && profile !== 'ADMIN') return undefined;
  return {
    userId: Number(userId),
    clientId: 'key_1',
    profile,
    scopes: [scopes],
    expiresAt: '2099-01-01T00:00:00.000Z',
  };
};

/** The service as it runs, with databases of its own and the bus in PostgreSQL. */
export const startService = async (label: string): Promise<RunningService> => {
  const [own, busDatabase] = await Promise.all([
    createTestDatabase(label, migrations),
    createTestDatabase(`${label} bus`, [chassisMigrations.bus]),
  ]);
  const config = loadConfig({
    PORT: '0',
    HOST: '127.0.0.1',
    POSTGRES_URL: own.url,
    BUS_POSTGRES_URL: busDatabase.url,
    JWKS_URL: 'http://127.0.0.1:9/jwks',
    TOKEN_ISSUER: 'http://localhost',
    INTERNAL_TOKEN: 'a-token-that-keys-hashes',
    LEDGER_CHECK_INTERVAL_MS: '200',
    LOG_LEVEL: 'silent',
  });
  const log = createLogger({ service: label, level: 'silent' });
  const clock = fakeClock('2026-01-01T12:00:01.000Z');
  const service = await startSplitSettlement(config, { clock, log, verifyToken });
  const bus = await createBus(config.bus, { log, metrics: createMetrics(label) });
  const db = openDatabase({ url: own.url, name: label });

  const fetchText = async (path: string, token?: string) => {
    const headers: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` };
    const response = await fetch(service.url + path, { headers });
    return { status: response.status, text: await response.text() };
  };
  return {
    db,
    clock,
    env: { POSTGRES_URL: own.url, BUS_POSTGRES_URL: busDatabase.url, LOG_LEVEL: 'silent' },
    publish: (events) => bus.publish(events.map(toMessage)),
    published: (chargeId) => bus.replay('settlement.events.v1', chargeId),
    publishedOfWithdrawal: (withdrawalId) => bus.replay('withdrawal.events.v1', withdrawalId),
    get: async (path, token) => {
      const { status, text } = await fetchText(path, token);
      return { status, body: JSON.parse(text) as unknown };
    },
    csv: async (path, token) => {
      const headers = { authorization: `Bearer ${token}`, accept: 'text/csv' };
      const response = await fetch(service.url + path, { headers });
      return { text: await response.text(), headers: response.headers };
    },
    post: (path, { token, body, key }) =>
      callApi(service.url, 'POST', path, {
        body,
        ...(token === undefined ? {} : { token }),
        ...(key === undefined ? {} : { headers: { 'idempotency-key': key } }),
      }),
    text: async (path) => (await fetchText(path)).text,
    stop: async () => {
      await service.stop();
      await Promise.all([bus.close(), db.close()]);
      await Promise.all([own.drop(), busDatabase.drop()]);
    },
  };
};
