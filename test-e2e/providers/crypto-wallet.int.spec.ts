import { randomIds } from '@repasse/chassis/ids';
import { createLogger } from '@repasse/chassis/log/logger';
import { createMetrics } from '@repasse/chassis/telemetry/metrics';
import { eventually } from '@repasse/chassis/testing/eventually';
import { type CryptoInstructions } from '../../services/payment-gateway/src/payments/domain/methods';
import { type PaymentFacts } from '../../services/payment-gateway/src/payments/domain/payment';
import {
  createNowpayments,
  type Nowpayments,
} from '../../services/payment-gateway/src/providers/nowpayments/create-nowpayments';
import { type Inspection } from '../../services/payment-gateway/src/providers/provider';
import { facts, offerRequest } from '../../services/payment-gateway/test/support/crypto';
import { type Sandbox, sandboxCoinKeys, startSandbox } from './sandbox';

let sandbox: Sandbox;
let nowpayments: Nowpayments;

beforeAll(async () => {
  sandbox = await startSandbox();
  const baseUrl = `${sandbox.url}/nowpayments/v1`;
  nowpayments = createNowpayments({
    config: {
      ...sandboxCoinKeys,
      baseUrl,
      callbackUrl: 'http://127.0.0.1:1/callbacks/nowpayments',
      payouts: undefined,
    },
    keep: () => undefined,
    clock: sandbox.clock,
    log: createLogger({ service: 'test', level: 'silent' }),
    metrics: createMetrics('test'),
    timings: { exchangeTimeoutMs: 2_000, budgetMs: 5_000, retryDelayMs: 5 },
  });
});
afterAll(async () => {
  nowpayments.close();
  await sandbox.stop();
});

const newFacts = (): PaymentFacts => ({ ...facts, paymentId: `pay_${randomIds.ulid()}` });

const offered = async (of: PaymentFacts, isRepeat = false): Promise<{ id: string; coins: CryptoInstructions }> => {
  const made = await nowpayments.provider.offer(offerRequest({ facts: of, isRepeat }));
  if (made.outcome !== 'offered' || made.offer.instructions.method !== 'CRYPTO') {
    throw new Error(`The sandbox made no payment: ${JSON.stringify(made)}`);
  }
  return { id: made.offer.providerReference, coins: made.offer.instructions };
};
const inspect = (of: PaymentFacts, providerReference: string | null = null): Promise<Inspection> =>
  nowpayments.provider.inspect({ facts: of, providerReference, expiresAt: '2030-01-01T00:00:00.000Z' });
const becomes = (of: PaymentFacts, status: string): Promise<unknown> =>
  eventually(async () => {
    const found = await inspect(of);
    return found.outcome === 'found' && found.status === status;
  });
const pay = (payAddress: string, amount: string): Promise<unknown> =>
  sandbox.act('/sandbox/crypto/deposit', { payAddress, amount });

describe('the crypto adapter at the sandbox', () => {
  it('makes one payment, and finds it when it is asked for again', async () => {
    const of = newFacts();
    const first = await offered(of);

    expect((await offered(of, true)).id).toBe(first.id);
    expect(first.coins).toMatchObject({ payCurrency: 'USDTBSC', network: 'bsc', memo: null });
    expect(await inspect(of)).toMatchObject({ status: 'pending', receipts: [] });
  });

  it('is paid by exactly the price', async () => {
    const of = newFacts();
    const { id, coins } = await offered(of);
    await pay(coins.payAddress, coins.payAmount);
    await becomes(of, 'received');

    expect(await inspect(of, id)).toMatchObject({ receipts: [{ providerReference: id, amountMinor: 10_000 }] });
  });

  it.each(['BTC', 'ETH', 'TRX', 'USDTBSC', 'USDTERC20', 'USDTSOL'])(
    'is paid by the text of its QR code: %s',
    async (payCurrency) => {
      const of = newFacts();
      const request = offerRequest({ facts: of });
      const made = await nowpayments.provider.offer({ ...request, terms: { ...request.terms, payCurrency } });
      if (made.outcome !== 'offered' || made.offer.instructions.method !== 'CRYPTO')
        throw new Error(JSON.stringify(made));
      await sandbox.act('/sandbox/crypto/deposit', { payAddress: made.offer.instructions.uri });
      await becomes(of, 'received');

      expect(await inspect(of)).toMatchObject({ receipts: [{ amountMinor: 10_000 }] });
    },
  );

  it('is paid by two deposits, and not by the first', async () => {
    const of = newFacts();
    const { coins } = await offered(of);
    await pay(coins.payAddress, '60');
    await becomes(of, 'partial');
    await pay(coins.payAddress, coins.payAmount);
    await becomes(of, 'received');

    // All that came: 60 of the price, and then the whole price.
    expect(await inspect(of)).toMatchObject({ receipts: [{ amountMinor: 16_000 }] });
  });

  it('knows the limits and the coins', async () => {
    expect(await nowpayments.findLimits('USD', 'USDTBSC')).toEqual({
      outcome: 'found',
      minimum: { coins: '1', price: '1' },
      maximum: { coins: '100000', price: '100000' },
    });
    expect(await nowpayments.findLimits('USD', 'FOO')).toEqual({ outcome: 'unknown_coin' });
  });
});
