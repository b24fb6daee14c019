import { transactionUuidOf } from '@repasse/values/ids/transaction-uuid';
import { randomIds } from '@repasse/chassis/ids';
import { type AnyEvent, type EventData, type EventType } from '@repasse/contracts';
import { event, olga } from './support/events';
import { startService, tokenOf, type RunningService } from './support/running-service';

const [pixId, coinsId] = [`pay_${randomIds.ulid()}`, `pay_${randomIds.ulid()}`];
const facts = { userId: olga, chargeId: null, attemptId: null, amountMinor: 10_000 };
const ofPix = { ...facts, paymentId: pixId, invoiceId: 50_001, paymentMethod: 'PIX' } as const;
const ofCoins = { ...facts, paymentId: coinsId, invoiceId: 50_002, paymentMethod: 'CRYPTO' } as const;

let service: RunningService;
const positions = new Map<string, number>();
/** The next event of a payment. */
const of = <T extends EventType>(type: T, data: Partial<EventData[T]> & { readonly paymentId: string }): AnyEvent => {
  const position = (positions.get(data.paymentId) ?? 0) + 1;
  positions.set(data.paymentId, position);
  return event(type, { key: data.paymentId, position, at: '01.000', data });
};

beforeAll(async () => {
  service = await startService('invoice_names');
  await service.tell([
    of('repasse.payment.requested.v1', ofPix),
    of('repasse.payment.offered.v1', { ...ofPix, providerReference: 'txid-1', brCode: '00020126-the-code' }),
    of('repasse.payment.requested.v1', ofCoins),
    of('repasse.payment.offered.v1', { ...ofCoins, providerReference: '5745459419' }),
  ]);
});
afterAll(() => service.stop());

const read = async (path: string): Promise<Record<string, unknown>> => {
  const { body } = await service.get(`/invoices/payment-gateway${path}`, tokenOf(olga, 'CUSTOMER', 'invoices:read'));
  return (body as { response: Record<string, unknown> }).response;
};

describe('an invoice', () => {
  it('of a PIX has its code, as text and as a picture', async () => {
    expect(await read('/50001')).toMatchObject({
      payment_details: { payment_uri: '00020126-the-code', qr_code: expect.stringMatching(/^iVBOR/) as string },
    });
  });

  it.each([
    ['a PIX', 50_001, pixId, pixId, 'txid-1'],
    ['coins', 50_002, coinsId, transactionUuidOf(coinsId), '5745459419'],
  ])('of %s names both payments, and is found by its id_transaction', async (_, number, ours, transaction, theirs) => {
    expect(await read(`/${number}`)).toMatchObject({
      payment_id: ours,
      id_transaction: transaction,
      provider_payment_id: theirs,
    });
    expect(await read(`?query=${transaction.toUpperCase()}`)).toMatchObject({ data: [{ id: String(number) }] });
  });

  it('is paid at no time while a part of it has come', async () => {
    const part = { expectedAmountMinor: 10_000, receivedAt: '2026-11-21T12:00:05.000Z' };
    await service.tell([
      of('repasse.payment.received.v1', { ...ofPix, ...part, amountMinor: 4_000, providerReference: 'E1' }),
    ]);
    expect(await read('/50001')).toMatchObject({ status: 'PARTIALLY_PAID', paid_at: null, received_amount: 40 });

    await service.tell([
      of('repasse.payment.received.v1', { ...ofPix, ...part, amountMinor: 6_000, providerReference: 'E2' }),
    ]);
    expect(await read('/50001')).toMatchObject({ status: 'PAID', paid_at: part.receivedAt });
  });
});
