import { randomIds } from '@repasse/chassis/ids';
import { createLogger } from '@repasse/chassis/log/logger';
import { createMetrics } from '@repasse/chassis/telemetry/metrics';
import { eventually } from '@repasse/chassis/testing/eventually';
import { type PaymentFacts } from '../../services/payment-gateway/src/payments/domain/payment';
import { createPix } from '../../services/payment-gateway/src/providers/pix/create-pix';
import { type Found, type OfferRequest, type Provider } from '../../services/payment-gateway/src/providers/provider';
import { cardFacts, refOf, refundOf } from '../../services/payment-gateway/test/support/card-payments';
import { type Sandbox, sandboxPixClient, startSandbox } from './sandbox';

let sandbox: Sandbox;
let provider: Provider;
let close: () => void;

beforeAll(async () => {
  sandbox = await startSandbox();
  ({ provider, close } = createPix({
    config: {
      baseUrl: `${sandbox.url}/pix`,
      tokenUrl: undefined,
      tokenFormat: 'form',
      tokenScope: undefined,
      ...sandboxPixClient,
      key: '7d9f0335-8dcc-4054-9bf9-0dbd61d36906',
      receiverName: 'Repasse',
      receiverCity: 'Sao Paulo',
      callbackUrl: 'http://127.0.0.1:1/callbacks/pix/token',
      callbackTokens: ['token'],
      tlsCertFile: undefined,
      tlsKeyFile: undefined,
      tlsCaFile: undefined,
    },
    keep: () => undefined,
    clock: sandbox.clock,
    log: createLogger({ service: 'test', level: 'silent' }),
    metrics: createMetrics('test'),
    timings: { exchangeTimeoutMs: 2_000, budgetMs: 5_000, retryDelayMs: 5 },
  }));
});
afterAll(async () => {
  close();
  await sandbox.stop();
});
afterEach(() => sandbox.set('refunds', {}));

const newFacts = (): PaymentFacts => cardFacts({ paymentMethod: 'PIX', provider: 'PIX_BCB', installments: null });

const offered = async (facts: PaymentFacts): Promise<string> => {
  const outcome = await provider.offer({ ...offerOf(facts) });
  if (outcome.outcome !== 'offered' || outcome.offer.instructions.method !== 'PIX') {
    throw new Error(`The sandbox made no charge: ${JSON.stringify(outcome)}`);
  }
  return outcome.offer.instructions.emv;
};

const offerOf = (facts: PaymentFacts): OfferRequest => ({
  facts,
  terms: {
    externalReference: null,
    description: 'Pedido 42',
    payerMessage: null,
    additionalInfo: [],
    statementDescriptor: null,
    redirectUrl: null,
    card: null,
    expiresAt: new Date(sandbox.clock.now().getTime() + 3_600_000).toISOString(),
  },
  payer: null,
  isRepeat: false,
});

const paid = async (): Promise<{ facts: PaymentFacts; endToEndId: string }> => {
  const facts = newFacts();
  await sandbox.act('/sandbox/pix/pay', { emv: await offered(facts) });
  const found = (await provider.inspect(refOf(facts))) as Found;
  return { facts, endToEndId: found.receipts[0]?.providerReference ?? '' };
};

describe('the PIX adapter at the sandbox', () => {
  it('cancels a charge, after which it cannot be paid', async () => {
    const facts = newFacts();
    const emv = await offered(facts);

    expect(await provider.cancel(refOf(facts))).toEqual({ outcome: 'canceled' });
    expect(await provider.cancel(refOf(facts))).toEqual({ outcome: 'canceled' });
    await expect(sandbox.act('/sandbox/pix/pay', { emv })).rejects.toThrow(/answered 4/);
    expect(await provider.inspect(refOf(facts))).toMatchObject({ status: 'removed', receipts: [] });
  });

  it('reports the money when the payer was faster', async () => {
    const { facts, endToEndId } = await paid();

    expect(await provider.cancel(refOf(facts))).toMatchObject({
      outcome: 'received',
      receipts: [{ providerReference: endToEndId, amountMinor: 10_000 }],
    });
  });

  it('refunds money, in parts, and reads it with the charge', async () => {
    const { facts, endToEndId } = await paid();
    const [first, second] = [
      refundOf(facts, endToEndId, { amountMinor: 4_000, reason: 'Um item em falta' }),
      refundOf(facts, endToEndId, { amountMinor: 6_000, settledBeforeMinor: 4_000 }),
    ];
    for (const request of [first, second]) {
      expect(['pending', 'settled']).toContain((await provider.refund(request)).outcome);
      expect(['pending', 'settled']).toContain((await provider.refund(request)).outcome);
      await eventually(async () => (await provider.inspectRefund(request)).outcome === 'settled');
    }
    const tooMuch = refundOf(facts, endToEndId, { refundId: `re_${randomIds.ulid()}`, amountMinor: 1 });

    expect((await provider.refund(tooMuch)).outcome).toBe('refused');
    expect(await provider.inspect(refOf(facts))).toMatchObject({
      status: 'received',
      receipts: [{ amountMinor: 10_000 }],
      refunds: [
        { refundId: first.refundId, status: 'settled' },
        { refundId: second.refundId, status: 'settled' },
      ],
    });
  });

  it('waits for a slow refund, and learns of a failed one', async () => {
    await sandbox.set('refunds', { pix: { outcome: 'failed', delayMs: 60_000 } });
    const { facts, endToEndId } = await paid();
    const request = refundOf(facts, endToEndId);

    expect(await provider.refund(request)).toMatchObject({ outcome: 'pending' });
    expect(await provider.inspectRefund(request)).toEqual({ outcome: 'pending' });
    await sandbox.pass(61_000);
    await eventually(async () => (await provider.inspectRefund(request)).outcome === 'failed');
    expect(await provider.inspect(refOf(facts))).toMatchObject({ refunds: [{ status: 'failed' }] });
  });

  it('says no after 90 days, by the bank’s word', async () => {
    const { facts, endToEndId } = await paid();
    await sandbox.pass(91 * 24 * 60 * 60_000);

    expect(await provider.refund(refundOf(facts, endToEndId))).toMatchObject({ outcome: 'refused' });
  });
});
