import { randomBytes } from 'node:crypto';
import { eventuallyHolds } from '@repasse/chassis/testing/eventually';
import { type TestAnswer } from '@repasse/chassis/testing/http-test';
import { startServiceForTest, type ServiceDescription } from '@repasse/chassis/testing/running-service';
import { loadConfig, type Config } from '../src/config';
import { retryDelaysMs } from '../src/domain/retry-schedule';
import { startWebhookDispatcher, type Overrides } from '../src/main';
import { migrations } from '../src/migrations';
import { createMerchant, ownerId } from './merchant';

const webhookDispatcher: ServiceDescription<Config, Overrides> = {
  name: 'webhook-dispatcher',
  migrations,
  loadConfig,
  start: startWebhookDispatcher,
  env: { KEY_ENCRYPTION_KEYS: `1:${randomBytes(32).toString('base64')}`, SANDBOX: 'true' },
};

const scopes = ['webhooks:read', 'webhooks:write'];
const users = { owner: ownerId, stranger: ownerId + 1, admin: ownerId + 2 };
type User = keyof typeof users;

/** The service, fed through the bus as charge would. */
export const startDispatcher = async (overrides: Overrides = {}) => {
  const service = await startServiceForTest(webhookDispatcher, { overrides });
  const { db, bus, metric, restart, startAnother, stop } = service;
  const request = async (method: string, path: string, as: User, body?: unknown): Promise<TestAnswer> =>
    service.call(method, path, {
      token: await service.token({ userId: users[as], scopes, profile: as === 'admin' ? 'ADMIN' : 'CUSTOMER' }),
      body,
    });
  const call = (method: string, path: string, as: User = 'owner') => request(method, path, as);
  /** As an application of the owner's whose key may only read. */
  const read = async (path: string): Promise<TestAnswer> =>
    service.call('GET', path, { token: await service.token({ userId: users.owner, scopes: ['webhooks:read'] }) });
  const send = (method: string, path: string, body: unknown, as: User = 'owner') => request(method, path, as, body);
  const deliveries = async (query = ''): Promise<readonly Delivery[]> =>
    (await call('GET', `/webhook-deliveries?limit=100${query}`)).body['data'] as Delivery[];

  return {
    ...createMerchant(bus),
    ...{ db, bus, call, read, send, deliveries, metric, restart, startAnother, stop },
    /** An endpoint of the owner's; four tries exhaust a delivery unless the test asks for slow retries. */
    register: async (endpoint: {
      readonly url: string;
      readonly eventTypes: readonly string[];
      readonly [field: string]: unknown;
    }): Promise<Made> => {
      const answer = await send('POST', '/webhook-endpoints', { hasSlowRetries: false, ...endpoint });
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
    eventsOf: (deliveryId: string) => bus.published('webhook.events.v1', deliveryId),
    /** Statements past the service. */
    query: <R extends object>(sql: string, params?: readonly unknown[]) => db.query<R>(sql, params),
  };
};

/** What tests look at of a delivery. */
export interface Delivery {
  readonly id: string;
  readonly eventId: string;
  readonly eventType: string;
  readonly status: string;
  readonly attempts: number;
}

interface Made {
  readonly id: string;
  readonly secret: string;
}

export type Dispatcher = Awaited<ReturnType<typeof startDispatcher>>;
