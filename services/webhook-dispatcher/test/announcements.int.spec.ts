import { eventually } from '@repasse/chassis/testing/eventually';
import { eventCatalogue, topicOf } from '@repasse/contracts';
import { startDispatcher, type Dispatcher } from './dispatcher';
import { Receiver } from './receiver';

interface Announced {
  readonly data: {
    readonly charge: Record<string, unknown>;
    readonly attempt: Record<string, unknown>;
    readonly splitSettlement: readonly Record<string, unknown>[];
  };
}

let dispatcher: Dispatcher;
let receiver: Receiver;

beforeAll(async () => {
  dispatcher = await startDispatcher();
});
afterAll(() => dispatcher.stop());
beforeEach(async () => {
  receiver = await Receiver.start();
});
afterEach(() => receiver.stop());

const announced = async (): Promise<Announced> => {
  await eventually(() => receiver.received.length > 0);
  return JSON.parse(receiver.received[0]?.body ?? '') as Announced;
};

describe('what a merchant is told of a paid charge', () => {
  it('is what was asked for, and beside it what was accepted for the whole when less came', async () => {
    const charge = await dispatcher.createCharge(receiver.url);
    await dispatcher.payCharge(charge, {
      grossAmountMinor: 6_000,
      feeAmountMinor: 60,
      netAmountMinor: 5_940,
      sharedAmountMinor: 1_940,
      shares: [
        { userId: 7, amountMinor: 4_000, isOwner: true, reducedByMinor: 0 },
        { userId: 8, amountMinor: 1_940, isOwner: false, reducedByMinor: 60 },
      ],
      statusReason: 'UNDERPAID',
    });

    const { data } = await announced();
    expect(data.charge).toMatchObject({
      status: 'PAID',
      statusReason: 'UNDERPAID',
      grossAmount: '100.00',
      paidAmount: '60.00',
      netAmount: '59.40',
    });
    expect(data.attempt).toMatchObject({ grossAmount: '100.00' });
    expect(data.splitSettlement).toEqual([
      { userId: 7, amountCents: 4_000, isOwner: true },
      { userId: 8, amountCents: 1_940, isOwner: false, reducedByCents: 60 },
    ]);
  });

  it('is the amount of the attempt that completed it, where a part had come before', async () => {
    const charge = await dispatcher.createCharge(receiver.url, { attemptAskedMinor: 4_000 });
    await dispatcher.payCharge(charge);

    const { data } = await announced();
    expect(data.charge).toMatchObject({ statusReason: null, grossAmount: '100.00', paidAmount: '100.00' });
    expect(data.attempt).toMatchObject({ grossAmount: '40.00' });
  });

  it('has the instalments of a card, and only of a card', async () => {
    const pix = await dispatcher.createPaidCharge(receiver.url);
    expect((await announced()).data.attempt).not.toHaveProperty('installments');
    receiver.received.length = 0;
    const charge = await dispatcher.createCharge(receiver.url);
    await dispatcher.payCharge(charge, { paymentMethod: 'CREDIT_CARD', installments: 3 });

    expect((await announced()).data.attempt).toMatchObject({ paymentMethod: 'CREDIT_CARD', installments: 3 });
    expect(pix.chargeId).not.toBe(charge.chargeId);
  });

  it('is in the currency of the charge when the payer paid in another', async () => {
    const charge = await dispatcher.createCharge(receiver.url);
    await dispatcher.payCharge(charge, { paymentMethod: 'INTERNATIONAL' });

    const { data } = await announced();
    expect(data.charge).toMatchObject({ currency: 'BRL', grossAmount: '100.00', paidAmount: '100.00' });
    expect(data.attempt).toMatchObject({ paymentMethod: 'INTERNATIONAL', currency: 'BRL', grossAmount: '100.00' });
  });

  it('can be asked for again by the invoice number of a card, which was offered nowhere', async () => {
    const charge = await dispatcher.createCharge(receiver.url);
    const invoiceId = charge.invoiceId + 5_000;
    await dispatcher.payCharge({ ...charge, invoiceId }, { paymentMethod: 'CREDIT_CARD' });
    await announced();

    const { status, body } = await dispatcher.call('POST', `/invoices/resend-webhook/${invoiceId}`);
    expect([status, body['invoice_id']]).toEqual([200, invoiceId]);
  });
});

describe('all else that happens to a charge', () => {
  const announcedOrKept = ['ChargeCreated', 'AttemptOffered', 'ChargePaid'];
  const others = eventCatalogue.filter(
    ({ type, name }) => topicOf(type) === 'charge.events.v1' && !announcedOrKept.includes(name),
  );

  it('goes to the feed, without a fault, and not to the address of the charge', async () => {
    const charge = await dispatcher.createCharge(receiver.url);
    for (const [index, entry] of others.entries()) await dispatcher.tellExample(entry, charge.chargeId, 3 + index);
    await dispatcher.payCharge(charge, {}, 3 + others.length);

    expect(await announced()).toMatchObject({ type: 'charge.paid', data: { charge: { id: charge.chargeId } } });
    expect(receiver.received).toHaveLength(1);
    const feed = await dispatcher.call('GET', `/events?chargeId=${charge.chargeId}`);
    const events = feed.body['data'] as { chargeSequence: number }[];
    expect(events.map(({ chargeSequence }) => chargeSequence)).toEqual(events.map((_, index) => index + 1));
    expect(events).toHaveLength(3 + others.length);
    const text = await dispatcher.metric();
    expect(text).not.toMatch(/^repasse_consumer_dead_letters_total\{.*\} [1-9]/m);
    expect(others.length).toBeGreaterThan(10);
  });
});
