import { type Clock } from '@repasse/chassis/clock';
import { randomIds } from '@repasse/chassis/ids';
import { type TestAnswer } from '@repasse/chassis/testing/http-test';
import { type TestEnv } from '@repasse/chassis/testing/running-program';
import { internalToken, startServiceForTest, type ServiceDescription } from '@repasse/chassis/testing/running-service';
import { type Config, loadConfig } from '../../src/config';
import { type Overrides, startPaymentGateway } from '../../src/main';
import { migrations } from '../../src/migrations';
import { type Bank, bankAccount } from './bank';
import { startLedger } from './ledger';

export { internalToken };
export const callbackToken = 'a-callback-token-for-tests';
/** As another service calls. */
export const fromInside = { 'repasse-internal-token': internalToken };

export type Answer = TestAnswer;

/** For tests in which a provider stays silent: short enough to take little time, long enough for a busy machine. */
export const quickTimings = { exchangeTimeoutMs: 1_500, budgetMs: 6_500, retryDelayMs: 5 };

/** For all others, and for want of a choice: the machine may be as busy as it likes. */
const patientTimings = { exchangeTimeoutMs: 6_000, budgetMs: 8_000, retryDelayMs: 5 };

/** Tests that fail often on purpose must not open the breaker, which has a suite of its own. */
export const guardTimings = { errorThresholdPercentage: 50, resetTimeoutMs: 60_000, volumeThreshold: 1_000 };

/** Three in the afternoon in Brasília. */
export const noon: Clock = { now: () => new Date('2026-11-21T18:00:00.000Z') };

/** Finds rows of another process: some tests write them themselves. */
const backstopMs = 1_000;

const paymentGateway: ServiceDescription<Config, Overrides> = {
  name: 'payment-gateway',
  migrations,
  loadConfig,
  start: (config, overrides) =>
    startPaymentGateway(config, { providerTimings: patientTimings, gaugeIntervalMs: 20, backstopMs, ...overrides }),
};

export const envOf = (bank: Bank): TestEnv => ({
  SANDBOX: 'true',
  CHECKOUT_BASE_URL: 'https://pay.example',
  INTERNAL_CALLERS: `charge:${internalToken}`,
  CHECKOUT_TOKEN_SECRETS: 'a-checkout-secret-for-tests-of-32-characters',
  // Nobody listens there; startGateway gives the address of its own stand-in.
  SPLIT_SETTLEMENT_URL: 'http://127.0.0.1:1',
  PIX_BASE_URL: bank.url,
  PIX_CLIENT_ID: bankAccount.clientId,
  PIX_CLIENT_SECRET: bankAccount.clientSecret,
  PIX_KEY: bankAccount.chave,
  PIX_RECEIVER_NAME: 'Repasse Demonstração',
  PIX_RECEIVER_CITY: 'São Paulo',
  PIX_CALLBACK_URL: `http://127.0.0.1:1/callbacks/pix/${callbackToken}`,
  PIX_CALLBACK_TOKENS: callbackToken,
});

export const startGateway = async (bank: Bank, overrides: Overrides = {}, more: TestEnv = {}) => {
  const ledger = await startLedger();
  const env = { ...envOf(bank), ...more, SPLIT_SETTLEMENT_URL: ledger.url };
  const service = await startServiceForTest(paymentGateway, { overrides, env });
  const { url, db, bus, token, call, metric } = service;
  const topic = 'payment.events.v1';
  return {
    ...{ url, db, bus, token, call, metric, ledger },
    stop: async () => {
      await service.stop();
      await ledger.stop();
    },
    requestPayment: (body: object, headers: Readonly<Record<string, string>> = {}) =>
      call('POST', '/internal/payments', { body, headers: { ...fromInside, ...headers } }),
    getPayment: (paymentId: string) => call('GET', `/internal/payments/${paymentId}`, { headers: fromInside }),
    callback: (body: unknown, givenToken = callbackToken) =>
      call('POST', `/callbacks/pix/${givenToken}/pix`, {
        rawBody: typeof body === 'string' ? body : JSON.stringify(body),
        headers: { 'content-type': 'application/json' },
      }),
    /** The published events of a payment so far, in order. */
    published: (paymentId: string) => bus.published(topic, paymentId),
    /** Waits until the events published about a payment are of these types. */
    expectPublished: (paymentId: string, types: readonly string[]) => bus.untilPublished(topic, paymentId, types),
    startAnother: (other: Overrides = {}) => service.startAnother({ ...overrides, ...other }),
  };
};

export type Gateway = Awaited<ReturnType<typeof startGateway>>;

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
