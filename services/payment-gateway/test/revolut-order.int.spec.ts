import { fakeClock, type FakeClock } from '@repasse/chassis/testing/clock';
import { type Revolut } from '../src/providers/revolut/create-revolut';
import { type ProviderCall } from '../src/providers/wire/raw-log';
import { facts, offerRequest, openRevolut, paymentId, paymentRef } from './support/international';
import { type MerchantApi, startMerchantApi } from './support/merchant-api';
import { type WireOrder } from './support/merchant-books';

let api: MerchantApi;
let clock: FakeClock;
let revolut: Revolut & { readonly calls: readonly ProviderCall[] };

beforeEach(async () => {
  api = await startMerchantApi();
  clock = fakeClock('2026-02-03T18:00:00.000Z');
  revolut = openRevolut(api.url, clock);
});
afterEach(async () => {
  revolut.close();
  await api.stop();
});

const offered = async (): Promise<WireOrder> => {
  await revolut.provider.offer(offerRequest());
  return api.orderOf(paymentId);
};

describe('making an order', () => {
  it('asks for the quoted amount and answers its token', async () => {
    const outcome = await revolut.provider.offer(offerRequest());

    const order = api.orderOf(paymentId);
    expect(outcome).toEqual({
      outcome: 'offered',
      offer: {
        providerReference: order.id,
        instructions: { method: 'INTERNATIONAL', publicToken: order.token, mode: 'sandbox' },
      },
    });
    expect(api.questions[0]?.body).toEqual({
      amount: 1_909,
      currency: 'USD',
      capture_mode: 'automatic',
      expire_pending_after: 'PT60M',
      merchant_order_data: { reference: paymentId },
      metadata: { charge_id: facts.chargeId, external_reference: 'order-42' },
      description: 'Pedido 42',
      customer: { email: 'ana@example.com', full_name: 'Ana Souza' },
    });
    expect(api.questions[0]?.headers).toMatchObject({ 'revolut-api-version': '2026-04-20' });
  });

  it.each([
    ['carried out and not answered', { kind: 'silent', isDone: true }, ['create', 'list', 'get']],
    ['cut off after it was carried out', { kind: 'cut', isDone: true }, ['create', 'list', 'get']],
    ['lost', { kind: 'cut', isDone: false }, ['create', 'list', 'create']],
    ['answered by a page', { kind: 'answer', status: 200, body: 'hm', isDone: true }, ['create', 'list', 'get']],
    ['answered with a fault', { kind: 'answer', status: 500, body: {}, isDone: true }, ['create', 'list', 'get']],
  ] as const)('makes one order when the first request was %s', async (_, treatment, asked) => {
    api.next('create', treatment);

    const outcome = await revolut.provider.offer(offerRequest());

    expect(outcome).toMatchObject({ outcome: 'offered', offer: { providerReference: api.orderOf(paymentId).id } });
    expect(api.asked()).toEqual(asked);
  });

  it('looks first when it may have been asked before, and finds what there is', async () => {
    const order = await offered();

    expect(await revolut.provider.offer(offerRequest({ isRepeat: true }))).toMatchObject({
      outcome: 'offered',
      offer: { providerReference: order.id },
    });
    api.pay(order);
    expect(await revolut.provider.offer(offerRequest({ isRepeat: true }))).toMatchObject({
      outcome: 'received',
      receipts: [{ providerReference: order.id, amountMinor: 10_000 }],
    });
    order.state = 'processing';
    expect(await revolut.provider.offer(offerRequest({ isRepeat: true }))).toMatchObject({ outcome: 'confirming' });
    expect(api.orders.size).toBe(1);
  });

  it('makes none while it cannot look', async () => {
    api.next('create', { kind: 'cut', isDone: true });
    api.next('list', { kind: 'answer', status: 503, body: {}, isDone: false });

    expect(await revolut.provider.offer(offerRequest())).toMatchObject({ outcome: 'unknown' });
    expect(api.orders.size).toBe(1);
  });

  it('of two orders takes the one that is furthest along', async () => {
    const order = await offered();
    const second = { ...order, id: '00000000-0000-4000-8000-000000000001', payments: [] };
    api.orders.set(second.id, second);
    api.pay(second);

    expect(await revolut.provider.inspect(paymentRef(null))).toMatchObject({
      status: 'received',
      receipts: [{ providerReference: second.id }],
    });
  });

  it.each([
    [400, 'refused'],
    [422, 'refused'],
    [401, 'unavailable'],
    [403, 'unavailable'],
    [404, 'unavailable'],
    [429, 'unavailable'],
  ])('answered by %i is %s, and is not asked again', async (status, outcome) => {
    api.next('create', { kind: 'answer', status, body: { code: 1005, message: 'no' }, isDone: false });

    expect(await revolut.provider.offer(offerRequest())).toMatchObject({ outcome });
    expect(api.asked()).toEqual(['create']);
  });

  it.each([
    ['another amount', { amount: 1_908 }],
    ['another currency', { currency: 'EUR' }],
    ['another reference', { merchant_order_data: { reference: 'pay_other' } }],
  ])('refuses an order of %s', async (_, other) => {
    const order = await offered();
    api.next('create', { kind: 'answer', status: 201, body: { ...order, ...other }, isDone: false });

    expect(await revolut.provider.offer(offerRequest())).toMatchObject({
      outcome: 'refused',
      reason: 'PROVIDER_ERROR',
    });
  });

  it('leaves no key, token or payer in the record', async () => {
    const order = await offered();

    const record = JSON.stringify(revolut.calls);
    expect(revolut.calls).toEqual([expect.objectContaining({ operation: 'create_order', reference: paymentId })]);
    for (const secret of ['sk_', order.token ?? '?', 'Ana', 'ana@']) expect(record).not.toContain(secret);
  });
});

describe('asking about an order', () => {
  const inspect = (order: WireOrder) => revolut.provider.inspect(paymentRef(order.id));

  it('books the whole of the BRL amount when the order is completed, and nothing before', async () => {
    const order = await offered();
    for (const [state, status] of [
      ['pending', 'pending'],
      ['processing', 'confirming'],
      ['authorised', 'confirming'],
      ['cancelled', 'removed'],
      ['failed', 'failed'],
      ['never_heard_of', 'pending'],
    ]) {
      order.state = state ?? '';
      expect(await inspect(order)).toMatchObject({ outcome: 'found', status, receipts: [] });
    }
    api.pay(order);

    const { updated_at: receivedAt } = order;
    expect(await inspect(order)).toMatchObject({
      status: 'received',
      receipts: [{ providerReference: order.id, amountMinor: 10_000, receivedAt }],
    });
  });

  it('tells of the last try that was declined, until the next one', async () => {
    const order = await offered();
    api.decline(order, 'insufficient_funds');
    expect(await inspect(order)).toMatchObject({
      status: 'declined',
      declineCode: 'insufficient_funds',
      isRetryable: true,
    });
    api.decline(order, 'expired_card');
    expect(await inspect(order)).toMatchObject({ declineCode: 'card_expired', isRetryable: false });
    order.payments.push({ id: 'x', state: 'authentication_challenge', updated_at: '2026-02-03T18:59:00Z' });
    order.state = 'processing';
    expect(await inspect(order)).toMatchObject({ status: 'confirming' });
  });

  it('leaves the end of our time to us', async () => {
    const order = await offered();
    order.state = 'failed';
    clock.set('2026-02-03T19:00:00.000Z');

    expect(await inspect(order)).toMatchObject({ status: 'pending' });
  });

  it('believes no answer about another order or payment', async () => {
    const order = await offered();
    const answer = (body: object) => ({ kind: 'answer', status: 200, body, isDone: false }) as const;
    const other = answer({ ...order, id: 'other', state: 'completed' });
    api.next('get', other);
    api.next('get', other);
    expect(await inspect(order)).toMatchObject({ outcome: 'silent' });
    api.next('get', answer({ ...order, merchant_order_data: { reference: 'pay_other' }, state: 'completed' }));
    expect(await inspect(order)).toMatchObject({ outcome: 'silent' });
    api.next('get', answer({ ...order, type: 'refund', state: 'completed' }));
    expect(await inspect(order)).toMatchObject({ outcome: 'silent' });
  });

  it('asks once more after silence, and says so when it stays', async () => {
    const order = await offered();
    api.next('get', { kind: 'silent', isDone: false });
    expect(await inspect(order)).toMatchObject({ outcome: 'found', status: 'pending' });
    api.next('get', { kind: 'cut', isDone: false });
    api.next('get', { kind: 'cut', isDone: false });
    expect(await inspect(order)).toMatchObject({ outcome: 'silent' });
  });

  it('knows what is missing', async () => {
    expect(await revolut.provider.inspect(paymentRef(null))).toEqual({ outcome: 'missing' });
    expect(await revolut.provider.inspect(paymentRef('nowhere'))).toEqual({ outcome: 'missing' });
  });
});

describe('taking an order back', () => {
  const cancel = (order: WireOrder) => revolut.provider.cancel(paymentRef(order.id));

  it('cancels what is open, and says the same when asked again', async () => {
    const order = await offered();

    expect(await cancel(order)).toEqual({ outcome: 'canceled' });
    expect(order.state).toBe('cancelled');
    expect(await cancel(order)).toEqual({ outcome: 'canceled' });
  });

  it('finds the order of a payment that never got an answer', async () => {
    const order = await offered();

    expect(await revolut.provider.cancel(paymentRef(null))).toEqual({ outcome: 'canceled' });
    expect(order.state).toBe('cancelled');
  });

  it('tells of the money when it comes too late', async () => {
    const order = await offered();
    api.pay(order);

    expect(await cancel(order)).toMatchObject({ outcome: 'received', receipts: [{ amountMinor: 10_000 }] });
  });

  it('waits while the payer is paying, and is not sure after silence', async () => {
    const order = await offered();
    order.state = 'processing';
    expect(await cancel(order)).toMatchObject({ outcome: 'refused' });
    api.next('cancel', { kind: 'silent', isDone: true });
    expect(await cancel(order)).toMatchObject({ outcome: 'silent' });
    expect(await revolut.provider.cancel(paymentRef('nowhere'))).toEqual({ outcome: 'missing' });
  });
});
