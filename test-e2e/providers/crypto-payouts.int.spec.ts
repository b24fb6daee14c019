import { randomIds } from '@repasse/chassis/ids';
import { createLogger } from '@repasse/chassis/log/logger';
import { createMetrics } from '@repasse/chassis/telemetry/metrics';
import { eventually } from '@repasse/chassis/testing/eventually';
import { type PayoutReference } from '../../services/payment-gateway/src/payouts/domain/payout';
import { createNowpayments } from '../../services/payment-gateway/src/providers/nowpayments/create-nowpayments';
import { type CoinSender, type PayoutRequest } from '../../services/payment-gateway/src/providers/payout-provider';
import { type Sandbox, sandboxCoinKeys, sandboxPayoutAccount, startSandbox } from './sandbox';

let sandbox: Sandbox;
let payouts: CoinSender;
let close: () => void;

beforeAll(async () => {
  sandbox = await startSandbox();
  const { payouts: opened, ...adapter } = createNowpayments({
    config: {
      ...sandboxCoinKeys,
      baseUrl: `${sandbox.url}/nowpayments/v1`,
      callbackUrl: 'http://127.0.0.1:1/callbacks/nowpayments',
      payouts: sandboxPayoutAccount,
    },
    keep: () => undefined,
    clock: sandbox.clock,
    log: createLogger({ service: 'test', level: 'silent' }),
    metrics: createMetrics('test'),
    timings: { exchangeTimeoutMs: 2_000, budgetMs: 5_000, retryDelayMs: 5 },
  });
  close = adapter.close;
  if (opened === undefined) throw new Error('The adapter was given an account and pays nothing out.');
  payouts = opened;
});
afterAll(async () => {
  close();
  await sandbox.stop();
});
afterEach(async () => {
  await sandbox.set('crypto/payouts', {});
  await sandbox.set('chaos', {});
});

const hourMs = 3_600_000;

const requestOf = (changes: Partial<PayoutRequest> = {}): PayoutRequest => ({
  payoutId: `wd_${randomIds.ulid()}`,
  payCurrency: 'USDTBSC',
  payAddress: '0x52908400098527886E0F7030069857D2E4169EE7',
  memo: null,
  payAmount: '17.654321',
  ...changes,
});
const prepared = async (request: PayoutRequest): Promise<PayoutReference> => {
  const preparation = await payouts.prepare(request);
  if (preparation.outcome !== 'prepared') throw new Error(`Nothing was prepared: ${JSON.stringify(preparation)}`);
  return preparation.reference;
};
const becomes = (request: PayoutRequest, reference: PayoutReference, outcome: string): Promise<unknown> =>
  eventually(async () => (await payouts.inspect(request, reference)).outcome === outcome);

describe('coins paid out at the sandbox', () => {
  it('are sent once they are let go, and not before', async () => {
    const request = requestOf();
    const [reference, forgotten] = [await prepared(request), await prepared(request)];

    expect(await payouts.inspect(request, reference)).toEqual({ outcome: 'held' });
    expect(await payouts.release(request, reference)).toEqual({ outcome: 'released' });
    expect(await payouts.release(request, reference)).toEqual({ outcome: 'released' });
    await becomes(request, reference, 'settled');
    expect(await payouts.inspect(request, reference)).toMatchObject({
      transactionHash: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
    });
    expect(await payouts.inspect(request, forgotten)).toEqual({ outcome: 'held' });
  });

  it.each(['FAILED', 'REJECTED'])('are not when they are %s', async (outcome) => {
    await sandbox.set('crypto/payouts', { outcome });
    const request = requestOf();
    const reference = await prepared(request);
    await payouts.release(request, reference);
    await becomes(request, reference, 'failed');
  });

  it('go to a coin’s memo, and nowhere with one where there is none', async () => {
    const [withMemo, without] = [
      requestOf({ payCurrency: 'XRP', payAddress: 'rSandboxNoRea1Ledger5ends2Th1sAddr', memo: '77' }),
      requestOf({ memo: '77' }),
    ];
    for (const [request, outcome] of [
      [withMemo, 'settled'],
      [without, 'failed'],
    ] as const) {
      const reference = await prepared(request);
      await payouts.release(request, reference);
      await becomes(request, reference, outcome);
    }
  });

  it('wait where there are not enough of them', async () => {
    await sandbox.set('crypto/payouts', { custodyUsd: 17 });
    expect(await payouts.prepare(requestOf())).toEqual({ outcome: 'unfunded', detail: 'Insufficient balance' });
  });

  it.each<[Partial<PayoutRequest>, RegExp]>([
    [{ payAddress: '0x52908400' }, /Invalid payout_address/],
    [{ payCurrency: 'NOSUCHCOIN' }, /NOSUCHCOIN was not found/],
    [{ payAmount: '0.5' }, /min amount is 1/],
  ])('are refused for %j, in the provider’s words', async (changes, detail) => {
    const words = expect.stringMatching(detail) as string;
    expect(await payouts.prepare(requestOf(changes))).toEqual({ outcome: 'refused', detail: words });
  });

  it('have addresses that can be checked, and a price', async () => {
    expect(await payouts.checkAddress(requestOf())).toEqual({ outcome: 'right' });
    expect((await payouts.checkAddress(requestOf({ payAddress: '0x52908400' }))).outcome).toBe('wrong');
    expect(await payouts.estimate({ amount: '183.00', currency: 'USD' }, 'BTC')).toEqual({
      outcome: 'estimated',
      payAmount: '0.002',
    });
  });

  it('are neither refused nor prepared when the provider is out of order or silent', async () => {
    await sandbox.set('chaos', { crypto: { errorRate: 1 } });
    expect(['unavailable', 'unknown']).toContain((await payouts.prepare(requestOf())).outcome);
    await sandbox.set('chaos', { crypto: { timeoutRate: 1 } });
    expect(['unavailable', 'unknown']).toContain((await payouts.prepare(requestOf())).outcome);
  });

  it('are let go with a new token when the old one has run out', async () => {
    const request = requestOf();
    const reference = await prepared(request);
    await sandbox.pass(hourMs / 2);
    expect(await payouts.release(request, reference)).toEqual({ outcome: 'released' });
    await becomes(request, reference, 'settled');
  });

  it('fail when they were not released for an hour', async () => {
    const request = requestOf();
    const reference = await prepared(request);
    await sandbox.pass(hourMs);
    await becomes(request, reference, 'failed');
  });
});
