import { fakeClock } from '@repasse/chassis/testing/clock';
import { type Revolut } from '../src/providers/revolut/create-revolut';
import { offerRequest, openRevolut, paymentId, refundId, refundRequest } from './support/international';
import { type MerchantApi, startMerchantApi } from './support/merchant-api';
import { type WireOrder } from './support/merchant-books';

let api: MerchantApi;
let revolut: Revolut;
let order: WireOrder;

beforeEach(async () => {
  api = await startMerchantApi();
  revolut = openRevolut(api.url, fakeClock('2026-02-03T18:00:00.000Z'));
  await revolut.provider.offer(offerRequest());
  order = api.orderOf(paymentId);
  api.pay(order);
});
afterEach(async () => {
  revolut.close();
  await api.stop();
});

const refund = (targetAmountMinor?: number) => revolut.provider.refund(refundRequest(order.id, targetAmountMinor));
const inspectRefund = () => revolut.provider.inspectRefund(refundRequest(order.id));

describe('a refund', () => {
  it('is an order of its own, under our id of it', async () => {
    const outcome = await refund(500);

    const made = api.orderOf(refundId);
    expect(outcome).toMatchObject({ outcome: 'settled', providerReference: made.id });
    expect(api.questions.at(-1)).toMatchObject({
      headers: { 'idempotency-key': refundId },
      body: { amount: 500, currency: 'USD', merchant_order_data: { reference: refundId }, description: 'Desistência' },
    });
    expect(await inspectRefund()).toEqual(outcome);
  });

  it('is made once however often it is asked for', async () => {
    api.next('refund', { kind: 'cut', isDone: true });

    expect(await refund()).toMatchObject({ outcome: 'unknown' });
    expect(await refund()).toMatchObject({ outcome: 'settled' });
    expect(await refund()).toMatchObject({ outcome: 'settled' });
    expect(order['refunded_amount']).toBe(1_909);
    expect(api.orders.size).toBe(2);
  });

  it('needs a quote to know what to give back, and nothing but the receipt to know of which order', async () => {
    const request = { ...refundRequest(order.id), providerReference: null };

    expect(await revolut.provider.refund({ ...request, targetAmountMinor: null })).toMatchObject({
      outcome: 'refused',
    });
    expect(await revolut.provider.refund(request)).toMatchObject({ outcome: 'settled' });
  });

  it('may take its time', async () => {
    api.refundsBecome('processing');

    expect(await refund()).toMatchObject({ outcome: 'pending', providerReference: api.orderOf(refundId).id });
    expect(await inspectRefund()).toEqual({ outcome: 'pending' });
    api.orderOf(refundId).state = 'completed';
    expect(await inspectRefund()).toMatchObject({ outcome: 'settled' });
  });

  it('that is declined says why, though its answer does not', async () => {
    api.refundsBecome('declined');

    expect(await refund()).toEqual({ outcome: 'refused', detail: 'technical_error' });
    expect(await inspectRefund()).toEqual({ outcome: 'failed', detail: 'technical_error' });
  });

  it('of more than there is is refused, and was never there', async () => {
    expect(await refund(2_000)).toMatchObject({ outcome: 'refused' });
    expect(await inspectRefund()).toEqual({ outcome: 'missing' });
  });

  it('is in doubt while another request for it is under way', async () => {
    api.next('refund', { kind: 'answer', status: 409, body: { code: 'conflict' }, isDone: false });

    expect(await refund()).toMatchObject({ outcome: 'unknown' });
  });

  it.each([
    [401, 'unavailable'],
    [503, 'unknown'],
    [404, 'refused'],
  ])('answered by %i is %s', async (status, outcome) => {
    api.next('refund', { kind: 'answer', status, body: {}, isDone: false });

    expect(await refund()).toMatchObject({ outcome });
  });

  it('leads back to its payment', async () => {
    await refund();

    const { id } = api.orderOf(refundId);
    const namedBy = (orderId: string) => revolut.namesIn(JSON.stringify({ order_id: orderId }));
    expect(await namedBy(id)).toEqual([{ type: 'payment', paymentId, isRefund: true }]);
    expect(await namedBy(order.id)).toEqual([{ type: 'payment', paymentId, isRefund: false }]);
    expect(await namedBy('nowhere')).toEqual([{ type: 'payment', paymentId: undefined }]);
    api.next('get', { kind: 'answer', status: 500, body: {}, isDone: false });
    expect(await namedBy(order.id)).toMatchObject([{ type: 'silence' }]);
  });
});
