import { eventually, eventuallyHolds } from '@repasse/chassis/testing/eventually';
import { callApi } from '@repasse/chassis/testing/http-test';
import { type Bank, startBank } from '../../services/payment-gateway/test/support/bank';
import { type Gateway, newRequest, startGateway } from '../../services/payment-gateway/test/support/gateway';
import { type Sandbox, sandboxCoinKeys, sandboxPixClient, startSandbox } from './sandbox';

/** Past the hour at which the day before is checked, whatever the hour now is. */
const untilCheckedMs = 32 * 60 * 60_000;

let sandbox: Sandbox;
let nobodysBank: Bank;
let gateway: Gateway;

beforeAll(async () => {
  [sandbox, nobodysBank] = await Promise.all([startSandbox(), startBank()]);
  // Nothing but the statement is to find what was lost.
  const overrides = { clock: sandbox.clock, isReconciling: false, statementPollIntervalMs: 20 };
  const patient = { exchangeTimeoutMs: 2_000, budgetMs: 5_000, retryDelayMs: 5 };
  gateway = await startGateway(nobodysBank, { ...overrides, providerTimings: patient }, envOf());
  await sandbox.set('chaos', { pix: { dropCallbacks: true }, crypto: { dropCallbacks: true } });
});
afterAll(async () => {
  await gateway.stop();
  await Promise.all([nobodysBank.stop(), sandbox.stop()]);
});

const coinsUrl = (): string => `${sandbox.url}/nowpayments/v1`;
const envOf = (): Record<string, string> => ({
  PIX_BASE_URL: `${sandbox.url}/pix`,
  PIX_CLIENT_ID: sandboxPixClient.clientId,
  PIX_CLIENT_SECRET: sandboxPixClient.clientSecret,
  NOWPAYMENTS_BASE_URL: coinsUrl(),
  NOWPAYMENTS_API_KEY: sandboxCoinKeys.apiKey,
  NOWPAYMENTS_IPN_SECRET: sandboxCoinKeys.ipnSecret,
  NOWPAYMENTS_CALLBACK_URL: 'http://127.0.0.1:1/callbacks/nowpayments',
});

const paidByPix = async (): Promise<string> => {
  const expiresAt = new Date(sandbox.clock.now().getTime() + 3_600_000).toISOString();
  const { paymentId, body } = newRequest({ expiresAt });
  const answer = await gateway.requestPayment(body);
  expect(answer.status).toBe(200);
  const { emv } = answer.body['pix'] as { emv: string };
  await sandbox.act('/sandbox/pix/pay', { emv });
  return paymentId;
};

const paidInCoins = async (): Promise<string> => {
  const token = await gateway.token({ userId: 1_001, scopes: ['payments:write'] });
  const payer = { customer_name: 'Ana Lima', customer_email: 'ana@example.com', external_reference: 'order-42' };
  const body = { amount: 100, fiat_currency: 'USD', pay_currency: 'USDTBSC', ...payer };
  const made = await gateway.call('POST', '/payments/v2/crypto', { token, body });
  expect(made.status).toBe(201);
  const [row] = await gateway.db.query<{ paymentId: string; reference: string }>(
    `select payment_id as "paymentId", provider_reference as reference from payments where payment_method = 'CRYPTO'`,
  );
  if (row === undefined) throw new Error('There is no payment in coins.');
  const { pay_address: payAddress, pay_amount: amount } = await coinPayment(row.reference);
  await sandbox.act('/sandbox/crypto/deposit', { payAddress, amount: String(amount) });
  await eventually(async () => (await coinPayment(row.reference))['payment_status'] === 'finished');
  return row.paymentId;
};

const coinPayment = async (reference: string): Promise<Record<string, unknown>> => {
  const headers = { 'x-api-key': sandboxCoinKeys.apiKey };
  return (await callApi(coinsUrl(), 'GET', `/payment/${reference}`, { headers })).body;
};

const repairedPayments = async (provider: string): Promise<readonly unknown[]> => {
  const token = await gateway.token({ userId: 1, profile: 'ADMIN', scopes: ['payments:read'] });
  const { body } = await gateway.call('GET', `/statement-checks?provider=${provider}`, { token });
  const checks = body['data'] as { status: string; openCount: number; differences: Record<string, unknown>[] }[];
  return checks
    .flatMap(({ differences }) => differences)
    .filter(({ kind, status }) => kind === 'MISSING_HERE' && status === 'REPAIRED')
    .map(({ paymentId }) => paymentId);
};

it('money of which no callback came is found the day after, by the statement alone', async () => {
  const [byPix, inCoins] = [await paidByPix(), await paidInCoins()];
  await gateway.expectPublished(byPix, ['requested', 'offered']);
  await gateway.expectPublished(inCoins, ['requested', 'offered']);
  await sandbox.pass(untilCheckedMs);

  await eventuallyHolds(
    async () => {
      expect(await repairedPayments('PIX_BCB')).toEqual([byPix]);
      expect(await repairedPayments('NOWPAYMENTS')).toEqual([inCoins]);
    },
    { timeoutMs: 20_000 },
  );
  await gateway.expectPublished(byPix, ['requested', 'offered', 'received']);
  await gateway.expectPublished(inCoins, ['requested', 'offered', 'received']);
});
