import { type Clock } from '@repasse/chassis/clock';
import { randomIds } from '@repasse/chassis/ids';
import { createLogger } from '@repasse/chassis/log/logger';
import { createMetrics } from '@repasse/chassis/telemetry/metrics';
import { eventually } from '@repasse/chassis/testing/eventually';
import {
  createNowpayments,
  type Nowpayments,
} from '../../services/payment-gateway/src/providers/nowpayments/create-nowpayments';
import {
  type PayoutInspection,
  type PayoutProvider,
  type PayoutRequest,
} from '../../services/payment-gateway/src/providers/payout-provider';
import { type RefundRequest } from '../../services/payment-gateway/src/providers/provider';
import { referenceOf } from '../../services/payment-gateway/test/payout-contract';
import { facts } from '../../services/payment-gateway/test/support/crypto';
import { type Sandbox, sandboxCoinKeys, sandboxPayoutAccount, startSandbox } from './sandbox';

let sandbox: Sandbox;
const opened: Nowpayments[] = [];

beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(async () => {
  for (const each of opened) each.close();
  await sandbox.stop();
});
afterEach(() => sandbox.set('crypto/payouts', {}));

const open = (clock: Clock = sandbox.clock, account: object = {}): Nowpayments & { payouts: PayoutProvider } => {
  const nowpayments = createNowpayments({
    config: {
      ...sandboxCoinKeys,
      baseUrl: `${sandbox.url}/nowpayments/v1`,
      callbackUrl: 'http://127.0.0.1:1/callbacks/nowpayments',
      payouts: { ...sandboxPayoutAccount, ...account },
    },
    keep: () => undefined,
    clock,
    log: createLogger({ service: 'test', level: 'silent' }),
    metrics: createMetrics('test'),
    timings: { exchangeTimeoutMs: 2_000, budgetMs: 5_000, retryDelayMs: 5 },
  });
  opened.push(nowpayments);
  const { payouts } = nowpayments;
  if (payouts === undefined) throw new Error('Nobody sends coins.');
  return { ...nowpayments, payouts };
};

const newRequest = (other: Partial<PayoutRequest> = {}): PayoutRequest => ({
  payoutId: `wd_${randomIds.ulid()}`,
  payCurrency: 'USDTBSC',
  payAddress: '0x2f1C5a9e7b3d4c6f8a0b1c2d3e4f5a6b7c8d9e0f',
  memo: null,
  payAmount: '89.890001',
  ...other,
});
const becomes = (look: () => Promise<PayoutInspection>, outcome: string): Promise<unknown> =>
  eventually(async () => (await look()).outcome === outcome, { timeoutMs: 10_000 });

describe('payouts at the sandbox', () => {
  it('are held until they are let go, and sent once', async () => {
    const { payouts } = open();
    const request = newRequest();
    const reference = referenceOf(await payouts.prepare(request));
    const other = referenceOf(await payouts.prepare(request));
    expect(await payouts.inspect(request, reference)).toEqual({ outcome: 'held' });

    expect(await payouts.release(request, reference)).toEqual({ outcome: 'released' });
    expect(await payouts.release(request, reference)).toEqual({ outcome: 'released' });
    await becomes(() => payouts.inspect(request, reference), 'settled');
    expect(await payouts.inspect(request, reference)).toMatchObject({
      transactionHash: expect.stringMatching(/./) as string,
      settledAt: expect.stringMatching(/Z$/) as string,
    });
    expect(await payouts.inspect(request, other)).toEqual({ outcome: 'held' });
  });

  it('are priced, and refused in words', async () => {
    const { payouts } = open();
    const price = { amount: '89.89', currency: 'USD' };

    expect(await payouts.estimate(price, 'USDTBSC')).toMatchObject({ outcome: 'estimated' });
    expect(await payouts.estimate(price, 'FOO')).toMatchObject({ outcome: 'refused' });
    expect(await payouts.checkAddress(newRequest())).toEqual({ outcome: 'right' });
    expect(await payouts.checkAddress(newRequest({ payAddress: 'nowhere' }))).toMatchObject({ outcome: 'wrong' });
    expect(await payouts.prepare(newRequest({ payAddress: 'nowhere' }))).toEqual({
      outcome: 'refused',
      detail: expect.stringContaining('Invalid payout_address') as string,
    });
    expect(await payouts.prepare(newRequest({ payAmount: '0.000001' }))).toEqual({
      outcome: 'refused',
      detail: expect.stringContaining('min amount') as string,
    });
  });

  it('wait for an account that is empty', async () => {
    await sandbox.set('crypto/payouts', { custodyUsd: 10 });

    expect((await open().payouts.prepare(newRequest())).outcome).toBe('unfunded');
  });

  it.each(['FAILED', 'REJECTED'])('that are %s say so', async (outcome) => {
    const { payouts } = open();
    await sandbox.set('crypto/payouts', { outcome });
    const request = newRequest();
    const reference = referenceOf(await payouts.prepare(request));
    await payouts.release(request, reference);

    await becomes(() => payouts.inspect(request, reference), 'failed');
  });

  it('with a memo that their coin has no use for fail, and say why', async () => {
    const { payouts } = open();
    const request = newRequest({ memo: '4711' });
    const reference = referenceOf(await payouts.prepare(request));
    await payouts.release(request, reference);

    await becomes(() => payouts.inspect(request, reference), 'failed');
    expect(await payouts.inspect(request, reference)).toMatchObject({
      detail: expect.stringContaining('extra_id') as string,
    });
  });

  it.each([-45_000, 45_000])('are let go by a clock that is %d ms away', async (offsetMs) => {
    const { payouts } = open({ now: () => new Date(sandbox.clock.now().getTime() + offsetMs) });
    const request = newRequest();
    const reference = referenceOf(await payouts.prepare(request));

    expect(await payouts.release(request, reference)).toEqual({ outcome: 'released' });
  });

  it('are not let go by codes of another secret, nor asked for with another password', async () => {
    const { payouts } = open(sandbox.clock, { totpSecret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP' });
    const request = newRequest();
    const reference = referenceOf(await payouts.prepare(request));
    expect((await payouts.release(request, reference)).outcome).toBe('refused');
    expect(await payouts.inspect(request, reference)).toEqual({ outcome: 'held' });

    expect((await open(sandbox.clock, { password: 'another' }).payouts.prepare(request)).outcome).toBe('unavailable');
  });

  it('sign in again when their token has run out over there', async () => {
    const stopped = sandbox.clock.now();
    const { payouts } = open({ now: () => stopped });
    const request = newRequest();
    const reference = referenceOf(await payouts.prepare(request));
    await sandbox.pass(10 * 60_000);

    expect(await payouts.inspect(request, reference)).toEqual({ outcome: 'held' });
  });

  it('that nobody let go have failed after an hour', async () => {
    const { payouts } = open();
    const request = newRequest();
    const reference = referenceOf(await payouts.prepare(request));
    await sandbox.pass(61 * 60_000);

    await becomes(() => payouts.inspect(request, reference), 'failed');
  });
});

it('a refund of coins is asked for, let go and sent at the sandbox', async () => {
  const { provider } = open();
  const receipt = { providerReference: '5745459419', amountMinor: 10_000, receivedAt: '2026-11-21T12:00:00.000Z' };
  const { payCurrency, payAddress, memo } = newRequest();
  const request: RefundRequest = {
    refundId: `re_${randomIds.ulid()}`,
    facts,
    providerReference: '5745459419',
    receipt,
    amountMinor: 10_000,
    targetAmountMinor: null,
    settledBeforeMinor: 0,
    reason: null,
    coins: { payCurrency, payAddress, memo, payAmount: '100.5' },
  };
  expect(await provider.inspectRefund(request)).toEqual({ outcome: 'missing' });
  const asked = await provider.refund(request);
  if (asked.outcome !== 'pending') throw new Error(`It was not asked for: ${JSON.stringify(asked)}`);
  const recorded = { ...request, refundReference: asked.providerReference };
  expect(await provider.inspectRefund(recorded)).toEqual({ outcome: 'pending', isHeld: true });

  expect(await provider.releaseRefund?.(recorded)).toEqual({ outcome: 'released' });
  await eventually(async () => (await provider.inspectRefund(recorded)).outcome === 'settled', { timeoutMs: 10_000 });
});
