import { randomBytes } from 'node:crypto';
import { eventuallyHolds } from '@repasse/chassis/testing/eventually';
import { createBus } from '@repasse/chassis/bus/create-bus';
import { fromMessage } from '@repasse/chassis/bus/envelope';
import { createLogger } from '@repasse/chassis/log/logger';
import { type Running } from '@repasse/chassis/lifecycle/lifecycle';
import { openDatabase } from '@repasse/chassis/postgres/database';
import { createMetrics } from '@repasse/chassis/telemetry/metrics';
import { callApi, startTestIssuer, type TestAnswer, type TestIssuer } from '@repasse/chassis/testing/http-test';
import { chassisMigrations } from '@repasse/chassis/postgres/migrate';
import { createTestDatabase } from '@repasse/chassis/testing/postgres';
import { topicOf, type AnyEvent } from '@repasse/contracts';
import { loadConfig } from '../src/config';
import { retryDelaysMs } from '../src/domain/retry-schedule';
import { migrations, startWebhookDispatcher, type Overrides } from '../src/main';
import { createMerchant, ownerId } from './merchant';

const scopes = ['webhooks:read', 'webhooks:write'];

const envOf = (postgresUrl: string, busUrl: string, issuer: TestIssuer): Record<string, string> => ({
  PORT: '0',
  HOST: '127.0.0.1',
  POSTGRES_URL: postgresUrl,
  BUS_POSTGRES_URL: busUrl,
  JWKS_URL: issuer.jwksUrl,
  TOKEN_ISSUER: issuer.issuer,
  INTERNAL_TOKEN: 'an-internal-token-for-tests',
  KEY_ENCRYPTION_KEY: randomBytes(32).toString('base64'),
  LOG_LEVEL: 'silent',
  SANDBOX: 'true',
});

/** The service as it runs, on databases of its own, fed through the bus as charge would. */
export const startDispatcher = async (overrides: Overrides = {}) => {
  const [database, busDatabase, issuer] = await Promise.all([
    createTestDatabase('webhooks', migrations),
    createTestDatabase('webhooks_bus', [chassisMigrations.bus]),
    startTestIssuer(overrides.clock),
  ]);
  const config = loadConfig(envOf(database.url, busDatabase.url, issuer));
  const log = createLogger({ service: 'test', level: 'silent' });
  const bus = await createBus(config.bus, { log, metrics: createMetrics('test') });
  const db = openDatabase({ url: database.url, name: 'test', log });
  let running = await startWebhookDispatcher(config, overrides);
  const others: Running[] = [];
  const users = { owner: ownerId, stranger: ownerId + 1 };
  /** A new one each time: tests move the clock past the life of tokens. */
  const tokenOf = (as: keyof typeof users): Promise<string> => issuer.token({ userId: users[as], scopes });
  const request = async (method: string, path: string, as: keyof typeof users, body?: unknown): Promise<TestAnswer> =>
    callApi(running.url, method, path, { token: await tokenOf(as), ...(body === undefined ? {} : { body }) });

  const call = (method: string, path: string, as: keyof typeof users = 'owner') => request(method, path, as);
  const send = (method: string, path: string, body: unknown, as: keyof typeof users = 'owner') =>
    request(method, path, as, body);
  const deliveries = async (query = ''): Promise<readonly Delivery[]> =>
    (await call('GET', `/webhook-deliveries?limit=100${query}`)).body['data'] as Delivery[];

  return {
    ...createMerchant(bus),
    ...{ call, send, deliveries },
    /** An endpoint of the owner's. */
    register: async (endpoint: {
      readonly url: string;
      readonly eventTypes: readonly string[];
      readonly [field: string]: unknown;
    }): Promise<Made> => {
      const answer = await send('POST', '/webhook-endpoints', endpoint);
      if (answer.status !== 201) throw new Error(`No endpoint was made: ${answer.text}`);
      return { id: String(answer.body['id']), secret: String(answer.body['secret']) };
    },
    /** Lets the deliveries that the query finds, so many of them, fail as often as they are tried: by the clock. */
    exhaust: async (clock: { advance(ms: number): void }, query: string, count = 1): Promise<void> => {
      for (const [tries, waitMs] of [...retryDelaysMs, 0].entries()) {
        await eventuallyHolds(async () =>
          expect((await deliveries(query)).map(({ attempts }) => attempts)).toEqual(Array(count).fill(tries + 1)),
        );
        clock.advance(waitMs);
      }
    },
    eventsOf: async (deliveryId: string): Promise<AnyEvent[]> =>
      (await bus.replay(topicOf('repasse.webhook.delivered.v1'), deliveryId)).map(fromMessage),
    /** Statements past the service. */
    query: <R extends object>(sql: string, params?: readonly unknown[]) => db.query<R>(sql, params),
    /** Another process of the service beside the first, on the same databases. */
    startAnother: async (otherOverrides: Overrides = {}): Promise<void> => {
      others.push(await startWebhookDispatcher(config, otherOverrides));
    },
    restart: async (): Promise<void> => {
      await running.stop();
      running = await startWebhookDispatcher(config, overrides);
    },
    stop: async (): Promise<void> => {
      await Promise.all([running, ...others].map((process) => process.stop()));
      await db.close();
      await bus.close();
      await issuer.stop();
      await Promise.all([database.drop(), busDatabase.drop()]);
    },
  };
};

/** What tests look at of a delivery. */
export type Delivery = {
  readonly id: string;
  readonly eventId: string;
  readonly eventType: string;
  readonly status: string;
  readonly attempts: number;
};

type Made = { readonly id: string; readonly secret: string };

export type Dispatcher = Awaited<ReturnType<typeof startDispatcher>>;
