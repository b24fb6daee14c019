import { createBus } from '@repasse/chassis/bus/create-bus';
import { fromMessage } from '@repasse/chassis/bus/envelope';
import { randomIds } from '@repasse/chassis/ids';
import { createLogger } from '@repasse/chassis/log/logger';
import { type Database, openDatabase } from '@repasse/chassis/postgres/database';
import { createMetrics } from '@repasse/chassis/telemetry/metrics';
import { describedBy } from '@repasse/chassis/testing/described-answers';
import { chassisMigrations } from '@repasse/chassis/postgres/migrate';
import { createTestDatabase } from '@repasse/chassis/testing/postgres';
import { eventually } from '@repasse/chassis/testing/eventually';
import { type AnyEvent } from '@repasse/contracts';
import { loadConfig } from '../../src/config';
import { migrations, type Overrides, startPaymentGateway } from '../../src/main';
import { type Bank } from './bank';
import { bankClientId, bankClientSecret } from './bank-books';

export const internalToken = 'an-internal-token-for-tests';
export const callbackToken = 'a-callback-token-for-tests';
export const pixKey = '7d9f0335-8dcc-4054-9bf9-0dbd61d36906';

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Record<string, unknown>;
}

export interface Gateway {
  readonly url: string;
  readonly db: Database;
  readonly env: Record<string, string>;
  requestPayment(body: object, headers?: Record<string, string>): Promise<Answer>;
  getPayment(paymentId: string): Promise<Answer>;
  callback(body: unknown, token?: string): Promise<Answer>;
  /** The published events of a payment so far, in order. */
  published(paymentId: string): Promise<AnyEvent[]>;
  /** Waits until the events published about a payment are of these types. */
  expectPublished(paymentId: string, types: readonly string[]): Promise<AnyEvent[]>;
  metric(name: string): Promise<string>;
  /** A second process on the same database. */
  startAnother(overrides?: Overrides): Promise<{ url: string; stop(): Promise<void> }>;
  stop(): Promise<void>;
}

/** Short enough that a test of silence takes no time, long enough for a busy machine. */
export const quickTimings = { exchangeTimeoutMs: 700, budgetMs: 2_500, retryDelayMs: 5 };

/** Finds rows of another process: some tests write them themselves. */
const backstopMs = 1_000;

export const startGateway = async (bank: Bank, overrides: Overrides = {}, more: object = {}): Promise<Gateway> => {
  const [database, busDatabase] = await Promise.all([
    createTestDatabase('gateway', migrations),
    createTestDatabase('gateway_bus', [chassisMigrations.bus]),
  ]);
  const env = { ...envOf(bank, database.url, busDatabase.url), ...more };
  const settled: Overrides = { providerTimings: quickTimings, gaugeIntervalMs: 20, backstopMs, ...overrides };
  const running = await startPaymentGateway(loadConfig(env), settled);
  const db = openDatabase({ url: database.url, name: 'test' });
  const log = createLogger({ service: 'test', level: 'silent' });
  const bus = await createBus(loadConfig(env).bus, { log, metrics: createMetrics('test') });
  const published = async (paymentId: string): Promise<AnyEvent[]> =>
    (await bus.replay('payment.events.v1', paymentId)).map(fromMessage);

  return {
    url: running.url,
    db,
    env,
    requestPayment: (body, headers) =>
      send(`${running.url}/internal/payments`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'repasse-internal-token': internalToken, ...headers },
        body: JSON.stringify(body),
      }),
    getPayment: (paymentId) =>
      send(`${running.url}/internal/payments/${paymentId}`, {
        headers: { 'repasse-internal-token': internalToken },
      }),
    callback: (body, token = callbackToken) =>
      send(`${running.url}/callbacks/pix/${token}/pix`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      }),
    published,
    expectPublished: (paymentId, types) =>
      eventually(async () => {
        const events = await published(paymentId);
        expect(events.map(({ type }) => type.replace(/^repasse\.payment\.|\.v1$/g, ''))).toEqual(types);
        return events;
      }),
    metric: async (name) => {
      const text = await (await fetch(`${running.url}/metrics`)).text();
      return text
        .split('\n')
        .filter((line) => line.startsWith(name))
        .join('\n');
    },
    startAnother: (other) => startPaymentGateway(loadConfig({ ...env, PORT: '0' }), { ...settled, ...other }),
    stop: async () => {
      await running.stop();
      await Promise.all([db.close(), bus.close()]);
      await Promise.all([database.drop(), busDatabase.drop()]);
    },
  };
};

export const envOf = (bank: Bank, postgresUrl: string, busUrl: string): Record<string, string> => ({
  PORT: '0',
  HOST: '127.0.0.1',
  POSTGRES_URL: postgresUrl,
  BUS_POSTGRES_URL: busUrl,
  JWKS_URL: 'http://127.0.0.1:1/jwks',
  TOKEN_ISSUER: 'http://127.0.0.1:1',
  INTERNAL_TOKEN: internalToken,
  LOG_LEVEL: 'silent',
  SANDBOX: 'true',
  CHECKOUT_BASE_URL: 'https://pay.example',
  CHECKOUT_TOKEN_SECRET: 'a-checkout-secret-for-tests-of-32-characters',
  PIX_BASE_URL: bank.url,
  PIX_CLIENT_ID: bankClientId,
  PIX_CLIENT_SECRET: bankClientSecret,
  PIX_KEY: pixKey,
  PIX_RECEIVER_NAME: 'Repasse Demonstração',
  PIX_RECEIVER_CITY: 'São Paulo',
  PIX_CALLBACK_URL: `http://127.0.0.1:1/callbacks/pix/${callbackToken}`,
  PIX_CALLBACK_TOKEN: callbackToken,
});

const assertDescribed = describedBy('payment-gateway');

const send = async (url: string, init: RequestInit): Promise<Answer> => {
  const response = await fetch(url, init);
  const body = (await response.json()) as Answer['body'];
  const contentType = response.headers.get('content-type');
  assertDescribed(init.method ?? 'GET', new URL(url).pathname, { status: response.status, body, contentType });
  return { status: response.status, headers: response.headers, body };
};

/** A request for a new payment. */
export const newRequest = (
  other: Record<string, unknown> = {},
): { paymentId: string; txid: string; body: Record<string, unknown> } => {
  const ulid = randomIds.ulid();
  const paymentId = `pay_${ulid}`;
  const body = {
    paymentId,
    userId: 1_001,
    chargeId: `ch_${ulid}`,
    attemptId: `att_${ulid}`,
    paymentMethod: 'PIX',
    amountMinor: 10_000,
    currency: 'BRL',
    description: 'Pedido 42',
    externalReference: 'order-42',
    expiresAt: new Date(Date.now() + 3_600_000).toISOString(),
    ...other,
  };
  return { paymentId, txid: ulid, body };
};
