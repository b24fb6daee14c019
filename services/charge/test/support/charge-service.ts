import { type Logger } from '@repasse/chassis/log/logger';
import { type Database } from '@repasse/chassis/postgres/database';
import { type PartOverrides } from '@repasse/chassis/service/parts';
import { fakeClock } from '@repasse/chassis/testing/clock';
import { exampleEvent } from '@repasse/chassis/testing/example-event';
import { type TestAnswer, type TestCall, type TestClaims } from '@repasse/chassis/testing/http-test';
import {
  startServiceForTest,
  type RunningService,
  type ServiceDescription,
} from '@repasse/chassis/testing/running-service';
import { type TestBus } from '@repasse/chassis/testing/test-bus';
import { type EventData, type EventType } from '@repasse/contracts';
import { loadConfig, type Config } from '../../src/config';
import { startCharge } from '../../src/main';
import { migrations } from '../../src/migrations';
import { Peers } from './peers';

export const merchantId = 1001;
const testCheckoutSecret = 'a-checkout-secret-of-the-tests-of-charge';
export const allScopes = ['charges:write', 'charges:read'];

const charge: ServiceDescription<Config, PartOverrides> = {
  name: 'charge',
  migrations,
  loadConfig,
  start: startCharge,
  env: { CHECKOUT_BASE_URL: 'https://pay.example', CHECKOUT_TOKEN_SECRETS: testCheckoutSecret },
};

/** The charge service, with stand-ins for the services it asks. */
export class ChargeService {
  readonly peers = new Peers();
  readonly clock = fakeClock('2026-11-21T12:00:00.000Z');
  #running: RunningService<PartOverrides> | undefined;

  constructor(
    private readonly label: string,
    private readonly env: Readonly<Record<string, string>> = {},
    private readonly log?: Logger,
  ) {}

  async start(): Promise<void> {
    await this.peers.start();
    this.#running = await startServiceForTest(charge, {
      label: this.label,
      env: { PAYMENT_GATEWAY_URL: this.peers.url, IDENTITY_URL: this.peers.url, ...this.env },
      overrides: { clock: this.clock, ...(this.log && { log: this.log }) },
    });
  }

  async stop(): Promise<void> {
    await this.#service.stop();
    await this.peers.stop();
  }

  /** `meanwhile` runs while the service is stopped. */
  restart(meanwhile: () => Promise<void>): Promise<void> {
    return this.#service.restart({}, meanwhile);
  }

  get #service(): RunningService<PartOverrides> {
    if (this.#running === undefined) throw new Error('The service was not started.');
    return this.#running;
  }

  get url(): string {
    return this.#service.url;
  }

  get environment(): Readonly<Record<string, string | undefined>> {
    return this.#service.env;
  }

  get db(): Database {
    return this.#service.db;
  }

  get bus(): TestBus {
    return this.#service.bus;
  }

  metric(name: string): Promise<string> {
    return this.#service.metric(name);
  }

  token(claims: TestClaims = {}): Promise<string> {
    return this.#service.token({ userId: merchantId, scopes: allScopes, ...claims });
  }

  /** As the merchant of these tests, unless the call brings a token of its own. */
  async call(method: string, path: string, call: TestCall = {}): Promise<TestAnswer> {
    return this.#service.call(method, path, { token: await this.token(), ...call });
  }

  create(body: object, call: TestCall = {}): Promise<TestAnswer> {
    return this.call('POST', '/charge', { body: { grossAmount: '100.00', currency: 'BRL', ...body }, ...call });
  }

  /** As the payer: with the charge's own token instead of the merchant's. */
  pay(
    chargeId: string,
    checkoutToken: string,
    body: object,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<TestAnswer> {
    const call = { body, headers: { 'x-checkout-token': checkoutToken, ...headers } };
    return this.#service.call('POST', `/charge/${chargeId}/checkout/payment`, call);
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
  publish<T extends EventType>(type: T, key: string, position: number, data: Partial<EventData[T]>): Promise<void> {
    const time = this.clock.now().toISOString();
    return this.bus.publish([exampleEvent(type, { key, position, time, data })]);
  }
}
