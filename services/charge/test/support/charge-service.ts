import type { Bus } from '@repasse/chassis/bus/bus';
import { createBus } from '@repasse/chassis/bus/create-bus';
import { toMessage } from '@repasse/chassis/bus/envelope';
import type { Running } from '@repasse/chassis/lifecycle/lifecycle';
import { createLogger, type Logger } from '@repasse/chassis/log/logger';
import { openDatabase, type Database } from '@repasse/chassis/postgres/database';
import { chassisMigrations, type MigrationSet } from '@repasse/chassis/postgres/migrate';
import { createMetrics } from '@repasse/chassis/telemetry/metrics';
import { describedBy } from '@repasse/chassis/testing/described-answers';
import { fakeClock } from '@repasse/chassis/testing/clock';
import {
  callApi,
  startTestIssuer,
  type TestAnswer,
  type TestCall,
  type TestIssuer,
} from '@repasse/chassis/testing/http-test';
import { createTestDatabase, type TestDatabase } from '@repasse/chassis/testing/postgres';
import { catalogueEntry, parseEvent, sourceOf, type EventData, type EventType } from '@repasse/contracts';
import { loadConfig } from '../../src/config';
import { migrations, startCharge } from '../../src/main';
import { Peers, testInternalToken } from './peers';

const assertDescribed = describedBy('charge');

export const merchantId = 1001;
export const testCheckoutSecret = 'a-checkout-secret-of-the-tests-of-charge';
export const allScopes = ['charges:write', 'charges:read'];

/** The charge service in this process, on a real PostgreSQL, with stand-ins for the services it asks. */
export class ChargeService {
  readonly peers = new Peers();
  readonly clock = fakeClock('2026-11-21T12:00:00.000Z');
  readonly #databases: TestDatabase[] = [];
  #issuer: TestIssuer | undefined;
  #running: Running | undefined;
  #db: Database | undefined;
  #bus: Bus | undefined;
  #busDb: Database | undefined;

  constructor(
    private readonly label: string,
    private readonly env: Readonly<Record<string, string>> = {},
    private readonly log?: Logger,
  ) {}

  async start(): Promise<void> {
    const database = await this.#newDatabase('charge', migrations);
    const busDatabase = await this.#newDatabase('bus', [chassisMigrations.bus]);
    this.#issuer = await startTestIssuer(this.clock);
    await this.peers.start();
    const config = loadConfig({
      PORT: '0',
      POSTGRES_URL: database.url,
      BUS_POSTGRES_URL: busDatabase.url,
      JWKS_URL: this.#issuer.jwksUrl,
      TOKEN_ISSUER: this.#issuer.issuer,
      INTERNAL_TOKEN: testInternalToken,
      PAYMENT_GATEWAY_URL: this.peers.url,
      IDENTITY_URL: this.peers.url,
      CHECKOUT_BASE_URL: 'https://pay.example',
      CHECKOUT_TOKEN_SECRET: testCheckoutSecret,
      LOG_LEVEL: 'silent',
      ...this.env,
    });
    this.#running = await startCharge(config, {
      ...(this.log && { log: this.log }),
      clock: this.clock,
    });
    this.#db = openDatabase({ url: database.url, name: 'test' });
    this.#busDb = openDatabase({ url: busDatabase.url, name: 'test' });
    const log = createLogger({ service: 'test', level: 'silent' });
    this.#bus = await createBus(config.bus, { log, metrics: createMetrics('test') });
  }

  async stop(): Promise<void> {
    await this.#running?.stop();
    await this.#bus?.close();
    await this.#db?.close();
    await this.#busDb?.close();
    await this.peers.stop();
    await this.#issuer?.stop();
    for (const database of this.#databases) await database.drop();
  }

  get url(): string {
    return started(this.#running).url;
  }

  get db(): Database {
    return started(this.#db);
  }

  /** The database behind the bus. */
  get busDb(): Database {
    return started(this.#busDb);
  }

  get bus(): Bus {
    return started(this.#bus);
  }

  token(claims: Parameters<TestIssuer['token']>[0] = {}): Promise<string> {
    return started(this.#issuer).token({ userId: merchantId, scopes: allScopes, ...claims });
  }

  /** As the merchant of these tests, unless the call brings a token of its own. Every answer must be a described one. */
  async call(method: string, path: string, call: TestCall = {}): Promise<TestAnswer> {
    const answer = await callApi(this.url, method, path, { token: await this.token(), ...call });
    assertDescribed(method, path, { ...answer, contentType: answer.headers.get('content-type') });
    return answer;
  }

  create(body: object, call: TestCall = {}): Promise<TestAnswer> {
    return this.call('POST', '/charge', { body: { grossAmount: '100.00', currency: 'BRL', ...body }, ...call });
  }

  /** As the payer: with the charge's own token instead of the merchant's. */
  async pay(
    chargeId: string,
    checkoutToken: string,
    body: object,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<TestAnswer> {
    const path = `/charge/${chargeId}/checkout/payment`;
    const call = { body, headers: { 'x-checkout-token': checkoutToken, ...headers } };
    const answer = await callApi(this.url, 'POST', path, call);
    assertDescribed('POST', path, { ...answer, contentType: answer.headers.get('content-type') });
    return answer;
  }

  /** The payer of an attempt pays, and the gateway reports it: the first event of that payment. */
  receive(attempt: TestAnswer['body'], over: Partial<EventData['repasse.payment.received.v1']> = {}): Promise<void> {
    const paymentId = String(attempt['id']).replace('att_', 'pay_');
    const receivedAt = this.clock.now().toISOString();
    return this.publish('repasse.payment.received.v1', paymentId, 1, {
      paymentId,
      invoiceId: Number(attempt['invoiceId']),
      userId: merchantId,
      chargeId: String(attempt['chargeId']),
      attemptId: String(attempt['id']),
      paymentMethod: 'PIX',
      amountMinor: 10_000,
      expectedAmountMinor: 10_000,
      currency: 'BRL',
      provider: 'PIX_BCB',
      providerReference: `E-${paymentId.slice(-20)}`,
      receivedAt,
      recordedAt: receivedAt,
      ...over,
    });
  }

  /** Puts an event of another service on the bus. `position` counts per key from 1. */
  publish<T extends EventType>(type: T, key: string, position: number, data: EventData[T]): Promise<void> {
    return this.publishExample(type, key, position, data);
  }

  /** The same for data whose type is known at run time only; it must be valid all the same. */
  async publishExample(type: EventType, key: string, position: number, data: object): Promise<void> {
    const { service, schema } = catalogueEntry(type);
    const time = this.clock.now().toISOString();
    const id = `evt_${type}_${key}_${position}`;
    const envelope = {
      id,
      source: sourceOf(service),
      type,
      subject: key,
      time,
      dataSchema: schema.$id,
      position,
      data,
    };
    await this.bus.publish([toMessage(parseEvent(envelope))]);
  }

  async #newDatabase(part: string, sets: readonly MigrationSet[]): Promise<TestDatabase> {
    const database = await createTestDatabase(`${this.label}_${part}`, sets);
    this.#databases.push(database);
    return database;
  }
}

const started = <T>(part: T | undefined): T => {
  if (part === undefined) throw new Error('The service was not started.');
  return part;
};
