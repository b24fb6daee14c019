import { createServer, type Server } from 'node:http';
import { type AddressInfo } from 'node:net';
import { createLogger } from '@repasse/chassis/log/logger';
import { createMetrics } from '@repasse/chassis/telemetry/metrics';
import { eventually } from '@repasse/chassis/testing/eventually';
import { type PaymentFacts } from '../../services/payment-gateway/src/payments/domain/payment';
import { saleIdIn } from '../../services/payment-gateway/src/providers/cielo/notification';
import { type Cielo, createCielo } from '../../services/payment-gateway/src/providers/cielo/create-cielo';
import { SavedCard } from '../../services/payment-gateway/src/providers/card';
import { type Found, type Inspection, type OfferOutcome } from '../../services/payment-gateway/src/providers/provider';
import {
  cardFacts,
  cardOf,
  cardRequest,
  refOf,
  refundOf,
} from '../../services/payment-gateway/test/support/card-payments';
import { type Sandbox, sandboxMerchant, startSandbox } from './sandbox';

/** Digits nine to twelve are the sandbox's control; the last one decides as at the acquirer's own. */
const numbers = {
  approved: '4024007100000040',
  withoutFunds: '4024007101510004',
  neverAnswered: '4024007100010004',
  lost: '4024007100020004',
  late: '4024007100030004',
  deniedOnceSaved: '4024007102510004',
};

let sandbox: Sandbox;
let cielo: Cielo;
let listener: Server;
const notified: unknown[] = [];

beforeAll(async () => {
  listener = createServer((request, response) => {
    request.on('data', (chunk: Buffer) => notified.push(JSON.parse(chunk.toString('utf8'))));
    request.on('end', () => response.end());
  });
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  sandbox = await startSandbox(`http://127.0.0.1:${(listener.address() as AddressInfo).port}/callbacks/cielo/token`);
  cielo = createCielo({
    config: {
      baseUrl: `${sandbox.url}/cielo`,
      queryUrl: `${sandbox.url}/cielo-query`,
      ...sandboxMerchant,
      softDescriptor: 'REPASSE',
    },
    keep: () => undefined,
    clock: sandbox.clock,
    log: createLogger({ service: 'test', level: 'silent' }),
    metrics: createMetrics('test'),
    timings: { exchangeTimeoutMs: 1_000, budgetMs: 2_500, retryDelayMs: 5 },
  });
});
afterAll(async () => {
  cielo.close();
  await sandbox.stop();
  await new Promise((resolve) => listener.close(resolve));
});

const charge = (facts: PaymentFacts, number: string): Promise<OfferOutcome> =>
  cielo.provider.charge(cardRequest(facts, cardOf({ number, expirationYear: 2035 })));

const paid = async (): Promise<{ facts: PaymentFacts; saleId: string }> => {
  const facts = cardFacts();
  const outcome = await charge(facts, numbers.approved);
  if (outcome.outcome !== 'received') throw new Error(`The sandbox took no card: ${JSON.stringify(outcome)}`);
  return { facts, saleId: outcome.offer.providerReference };
};

const inspect = (facts: PaymentFacts): Promise<Inspection> => cielo.provider.inspect(refOf(facts));

describe('the card adapter at the sandbox', () => {
  it('charges a card, and finds the money again by the order', async () => {
    const { facts, saleId } = await paid();
    const found = await inspect(facts);

    expect(found).toMatchObject({ status: 'received', receipts: [{ providerReference: saleId, amountMinor: 10_000 }] });
    const [receipt] = found.outcome === 'found' ? found.receipts : [];
    expect(Math.abs(Date.parse(receipt?.receivedAt ?? '') - Date.now())).toBeLessThan(60_000);
    await eventually(() => notified.some((body) => saleIdIn(body) === saleId));
    expect(await cielo.namesIn(JSON.stringify({ PaymentId: saleId }))).toEqual([
      { type: 'payment', paymentId: facts.paymentId },
    ]);
  });

  const save = async (number: string): Promise<string> => {
    const card = cardOf({ number, expirationYear: 2035 });
    const outcome = await cielo.provider.charge(cardRequest(cardFacts(), card, { isToBeSaved: true }));
    if (outcome.outcome !== 'received') throw new Error(`The sandbox took no card: ${JSON.stringify(outcome)}`);
    return outcome.savedCardToken ?? '';
  };
  const chargeSaved = (providerToken: string): Promise<OfferOutcome> => {
    const about = { brand: 'VISA', last4: '0004', expirationMonth: 12, expirationYear: 2035 };
    const card = new SavedCard({ ...about, providerToken });
    return cielo.provider.charge({ ...cardRequest(cardFacts()), card });
  };

  it('has a card saved, and charges it again', async () => {
    const token = await save(numbers.approved);

    expect(token).toMatch(/^[0-9a-f-]{36}$/);
    expect(await chargeSaved(token)).toMatchObject({ outcome: 'received', receipts: [{ amountMinor: 10_000 }] });
    expect(await chargeSaved(token)).toMatchObject({ outcome: 'received' });
  });

  it('is told that a saved card is declined, and that one is not there', async () => {
    const declined = { outcome: 'declined', declineCode: 'insufficient_funds' };
    expect(await chargeSaved(await save(numbers.deniedOnceSaved))).toMatchObject(declined);
    const unknown = { outcome: 'declined', declineCode: 'invalid_card', isRetryable: false };
    expect(await chargeSaved('6e1bf77a-b28b-4660-b14f-455e2a1c95e9')).toMatchObject(unknown);
  });

  it('is told why a card is declined', async () => {
    expect(await charge(cardFacts(), numbers.withoutFunds)).toMatchObject({
      outcome: 'declined',
      declineCode: 'insufficient_funds',
      isRetryable: true,
    });
  });

  it('finds out at once about a sale that was made and not answered', async () => {
    const facts = cardFacts();

    expect(await charge(facts, numbers.neverAnswered)).toMatchObject({ outcome: 'received' });
  });

  it('knows of nothing where nothing was made', async () => {
    const facts = cardFacts();

    expect(await charge(facts, numbers.lost)).toMatchObject({ outcome: 'unknown' });
    expect(await inspect(facts)).toEqual({ outcome: 'missing' });
  });

  it('waits for an issuer that is late, and hears of it', async () => {
    const facts = cardFacts();
    expect(await charge(facts, numbers.late)).toMatchObject({ outcome: 'confirming' });
    expect(await inspect(facts)).toMatchObject({ status: 'confirming', receipts: [] });

    await sandbox.pass(6 * 60_000);
    await eventually(async () => ((await inspect(facts)) as Found).status === 'received');
    expect(await inspect(facts)).toMatchObject({ receipts: [{ amountMinor: 10_000 }] });
  });

  it('gives money back in parts, five seconds apart, and never twice', async () => {
    const { facts, saleId } = await paid();
    const first = refundOf(facts, saleId, { amountMinor: 4_000 });
    const second = refundOf(facts, saleId, { amountMinor: 6_000, settledBeforeMinor: 4_000 });

    expect(await cielo.provider.refund(first)).toMatchObject({ outcome: 'settled' });
    expect(await cielo.provider.refund(first)).toMatchObject({ outcome: 'settled' });
    expect(await cielo.provider.refund(second)).toMatchObject({ outcome: 'unavailable' });
    await sandbox.pass(6_000);
    expect(await cielo.provider.refund(second)).toMatchObject({ outcome: 'settled' });
    expect(await inspect(facts)).toMatchObject({ status: 'removed' });
    expect(await cielo.provider.inspectRefund(second)).toMatchObject({ outcome: 'settled' });
  });

  it('is told when the acquirer gives nothing back', async () => {
    const { facts, saleId } = await paid();
    await sandbox.set('refunds', { card: { outcome: 'failed' } });
    const outcome = await cielo.provider.refund(refundOf(facts, saleId));
    await sandbox.set('refunds', {});

    expect(outcome).toMatchObject({ outcome: 'refused' });
  });

  it('leaves a paid sale alone when it is to be taken back', async () => {
    const { facts } = await paid();

    expect(await cielo.provider.cancel(refOf(facts))).toMatchObject({ outcome: 'received' });
    expect(await inspect(facts)).toMatchObject({ status: 'received' });
  });

  it('sees a chargeback, and how it ends', async () => {
    const { facts, saleId } = await paid();
    await sandbox.act('/sandbox/card/chargeback', { paymentId: saleId });
    expect(await inspect(facts)).toMatchObject({ disputes: [{ status: 'open', amountMinor: 10_000 }] });

    await sandbox.act('/sandbox/card/chargeback', { paymentId: saleId, status: 'Reversed' });
    expect(await inspect(facts)).toMatchObject({ disputes: [{ status: 'won' }] });
  });

  it('concludes nothing while the acquirer is out of order', async () => {
    const { facts } = await paid();
    await sandbox.set('chaos', { card: { errorRate: 1 } });
    const [asked, charged] = [await inspect(facts), await charge(cardFacts(), numbers.approved)];
    await sandbox.set('chaos', {});

    expect(asked).toMatchObject({ outcome: 'silent' });
    expect(charged).toMatchObject({ outcome: 'unknown' });
  });
});
