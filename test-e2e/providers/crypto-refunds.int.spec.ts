import { type Clock } from '@repasse/chassis/clock';
import { randomIds } from '@repasse/chassis/ids';
import { createLogger } from '@repasse/chassis/log/logger';
import { createMetrics } from '@repasse/chassis/telemetry/metrics';
import { eventually } from '@repasse/chassis/testing/eventually';
import {
  createNowpayments,
  type Nowpayments,
} from '../../services/payment-gateway/src/providers/nowpayments/create-nowpayments';
import { type PayoutProvider, type PayoutRequest } from '../../services/payment-gateway/src/providers/payout-provider';
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

describe('payouts at the sandbox', () => {
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
  await eventually(async () => (await provider.inspectRefund(recorded)).outcome === 'settled');
});
