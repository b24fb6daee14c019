import { type FakeClock, fakeClock } from '@repasse/chassis/testing/clock';
import { type Sale } from '@repasse/provider-sandbox/testing/card-acquirer';
import { type PaymentFacts } from '../src/payments/domain/payment';
import { type RefundOutcome, type RefundRequest } from '../src/providers/provider';
import { type Acquirer, startAcquirer } from './support/acquirer';
import { type AcquirerWorld, cardFacts, cardRequest, openCielo, refundOf } from './support/card-payments';
import { noon } from './support/gateway';

let acquirer: Acquirer;
let world: AcquirerWorld;
let facts: PaymentFacts;
let sale: Sale;
let clock: FakeClock;

beforeEach(async () => {
  clock = fakeClock(noon.now().toISOString());
  acquirer = await startAcquirer(clock);
  world = openCielo(acquirer.url, clock);
  facts = cardFacts();
  await world.cielo.provider.charge(cardRequest(facts));
  sale = (await acquirer.sales())[0] ?? (await Promise.reject(new Error('Nothing was sold.')));
});
afterEach(async () => {
  world.cielo.close();
  await acquirer.stop();
});

const refund = (other: Partial<RefundRequest> = {}): Promise<RefundOutcome> =>
  world.cielo.provider.refund(refundOf(facts, sale.paymentId, other));

const nowhere = '00000000-0000-0000-0000-000000000000';

const voids = (): readonly string[] =>
  acquirer.questions.filter(({ operation }) => operation === 'void').map(({ url }) => url);

describe('a refund at the acquirer', () => {
  it('is a void of an amount, after looking at what was voided before', async () => {
    expect(await refund({ amountMinor: 4_000 })).toEqual({
      outcome: 'settled',
      providerReference: `${sale.paymentId}/void/4000`,
      settledAt: '2026-11-21T18:00:00.000Z',
    });
    expect(acquirer.asked().slice(1)).toEqual(['read', 'void']);
    expect(voids()).toEqual([`/cielo/1/sales/${sale.paymentId}/void?amount=4000`]);
  });

  it('is done when the running sum has got there without us hearing of it', async () => {
    acquirer.next('void', { kind: 'cut', isDone: true });
    acquirer.next('read', { kind: 'answer', status: 200, body: '', isDone: false });
    const request = refundOf(facts, sale.paymentId, { amountMinor: 4_000 });
    // The first look is met with an empty page, so nothing is asked.
    expect(await world.cielo.provider.refund(request)).toMatchObject({ outcome: 'unavailable' });
    expect(voids()).toEqual([]);

    expect(await world.cielo.provider.refund(request)).toMatchObject({ outcome: 'settled' });
    expect(await world.cielo.provider.inspectRefund(request)).toMatchObject({
      outcome: 'settled',
      providerReference: `${sale.paymentId}/void/4000`,
      // The acquirer's own time now, which it tells in Brasília's.
      settledAt: '2026-11-21T18:00:00.000Z',
    });
    expect(voids()).toHaveLength(1);
  });

  it('is not taken for done because an earlier one was', async () => {
    await refund({ amountMinor: 4_000 });
    clock.advance(6_000);
    const second = refundOf(facts, sale.paymentId, { amountMinor: 4_000, settledBeforeMinor: 4_000 });

    expect(await world.cielo.provider.inspectRefund(second)).toEqual({ outcome: 'missing' });
    expect(await world.cielo.provider.refund(second)).toMatchObject({
      outcome: 'settled',
      providerReference: `${sale.paymentId}/void/8000`,
    });
    expect(await acquirer.sales()).toMatchObject([{ voidedAmount: 8_000 }]);
  });

  it('counts what was given back at the acquirer’s own desk', async () => {
    await acquirer.void(sale.paymentId, 10_000);

    expect(await refund()).toMatchObject({ outcome: 'settled' });
    expect(voids()).toEqual([]);
  });

  it('waits five seconds after the one before', async () => {
    await acquirer.void(sale.paymentId, 1_000);
    clock.advance(3_000);

    expect(await refund({ amountMinor: 4_000, settledBeforeMinor: 1_000 })).toMatchObject({ outcome: 'unavailable' });
    clock.advance(2_000);
    expect(await refund({ amountMinor: 4_000, settledBeforeMinor: 1_000 })).toMatchObject({ outcome: 'settled' });
  });

  it.each<[string, string]>([
    ['10', 'unavailable'],
    ['223', 'unavailable'],
    ['476', 'unavailable'],
    ['100', 'unavailable'],
    ['98', 'unknown'],
    ['475', 'unknown'],
    ['72', 'refused'],
    ['51', 'refused'],
    ['40', 'refused'],
  ])('answered with code %s is %s', async (ReturnCode, outcome) => {
    acquirer.nextVoid({ Status: 2, ReturnCode, ReturnMessage: 'Mensagem' });

    expect(await refund({ amountMinor: 4_000 })).toMatchObject({ outcome });
  });

  it('refused by the request’s own faults has failed', async () => {
    acquirer.next('void', { kind: 'answer', status: 400, body: [{ Code: 309, Message: 'Não' }], isDone: false });

    expect(await refund()).toEqual({ outcome: 'refused', detail: 'The acquirer refused with 309.' });
  });

  it('of a sale the acquirer no longer shows is left to a person', async () => {
    const receipt = { providerReference: nowhere, amountMinor: 10_000, receivedAt: '2026-08-01T12:00:00.000Z' };
    const old = refundOf(facts, nowhere, { receipt });

    expect(await world.cielo.provider.refund(old)).toMatchObject({ outcome: 'refused' });
    expect(await world.cielo.provider.inspectRefund(old)).toMatchObject({ outcome: 'silent' });
    expect(voids()).toEqual([]);
  });

  it('of a sale the acquirer does not show yet is asked for again', async () => {
    expect(await world.cielo.provider.refund(refundOf(facts, nowhere))).toMatchObject({ outcome: 'unavailable' });
    expect(voids()).toEqual([]);
  });

  it('is not asked for while the acquirer does not say what was voided before', async () => {
    acquirer.next('read', { kind: 'cut', isDone: false });

    expect(await refund()).toMatchObject({ outcome: 'unavailable' });
    expect(voids()).toEqual([]);
  });
});
