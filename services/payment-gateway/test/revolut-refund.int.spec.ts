import { type Order } from '@repasse/provider-sandbox/testing/revolut-account';
import { eventuallyHolds } from '@repasse/chassis/testing/eventually';
import { fakeClock } from '@repasse/chassis/testing/clock';
import { type Revolut } from '../src/providers/revolut/create-revolut';
import { offerRequest, openRevolut, paymentId, refundId, refundRequest } from './support/international';
import { type MerchantApi, startMerchantApi } from './support/merchant-api';

let api: MerchantApi;
let revolut: Revolut;
let order: Order;

beforeEach(async () => {
  const clock = fakeClock('2026-02-03T18:00:00.000Z');
  api = await startMerchantApi(clock);
  revolut = openRevolut(api.url, clock);
  await revolut.provider.offer(offerRequest());
  order = await api.orderOf(paymentId);
  await api.pay(order);
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

    const made = await api.orderOf(refundId);
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
    expect(await api.refundedOf(order.id)).toBe(1_909);
    expect(await api.orders()).toHaveLength(2);
  });

  it('needs a quote to know what to give back, and nothing but the receipt to know of which order', async () => {
    const request = { ...refundRequest(order.id), providerReference: null };

    expect(await revolut.provider.refund({ ...request, targetAmountMinor: null })).toMatchObject({
      outcome: 'refused',
    });
    expect(await revolut.provider.refund(request)).toMatchObject({ outcome: 'settled' });
  });

  it('may take its time', async () => {
    await api.refundsBecome('processing');

    expect(await refund()).toMatchObject({ outcome: 'pending', providerReference: (await api.orderOf(refundId)).id });
    expect(await inspectRefund()).toEqual({ outcome: 'pending' });
    await api.refundsBecome('completed');
    await eventuallyHolds(async () => expect(await inspectRefund()).toMatchObject({ outcome: 'settled' }));
  });

  it('that is declined says why, though its answer does not', async () => {
    await api.refundsBecome('declined');

    expect(await refund()).toEqual({ outcome: 'refused', detail: 'do_not_honour' });
    expect(await inspectRefund()).toEqual({ outcome: 'failed', detail: 'do_not_honour' });
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

    const { id } = await api.orderOf(refundId);
    const namedBy = (orderId: string) => revolut.namesIn(JSON.stringify({ order_id: orderId }));
    expect(await namedBy(id)).toEqual([{ type: 'payment', paymentId, isRefund: true }]);
    expect(await namedBy(order.id)).toEqual([{ type: 'payment', paymentId, isRefund: false }]);
    expect(await namedBy('nowhere')).toEqual([{ type: 'payment', paymentId: undefined }]);
    api.next('get', { kind: 'answer', status: 500, body: {}, isDone: false });
    expect(await namedBy(order.id)).toMatchObject([{ type: 'silence' }]);
  });
});
