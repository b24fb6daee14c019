import { type Order } from '@repasse/provider-sandbox/testing/revolut-account';
import { fakeClock, type FakeClock } from '@repasse/chassis/testing/clock';
import { type Revolut } from '../src/providers/revolut/create-revolut';
import { type ProviderCall } from '../src/providers/wire/raw-log';
import { facts, offerRequest, openRevolut, paymentId, paymentRef } from './support/international';
import { type MerchantApi, startMerchantApi } from './support/merchant-api';

let api: MerchantApi;
let clock: FakeClock;
let revolut: Revolut & { readonly calls: readonly ProviderCall[] };

beforeEach(async () => {
  clock = fakeClock('2026-02-03T18:00:00.000Z');
  api = await startMerchantApi(clock);
  revolut = openRevolut(api.url, clock);
});
afterEach(async () => {
  revolut.close();
  await api.stop();
});

const offered = async (): Promise<Order> => {
  await revolut.provider.offer(offerRequest());
  return api.orderOf(paymentId);
};

describe('making an order', () => {
  it('asks for the quoted amount and answers its token', async () => {
    const outcome = await revolut.provider.offer(offerRequest());

    const order = await api.orderOf(paymentId);
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

    expect(outcome).toMatchObject({
      outcome: 'offered',
      offer: { providerReference: (await api.orderOf(paymentId)).id },
    });
    expect(api.asked()).toEqual(asked);
  });

  it('looks first when it may have been asked before, and finds what there is', async () => {
    const order = await offered();

    expect(await revolut.provider.offer(offerRequest({ isRepeat: true }))).toMatchObject({
      outcome: 'offered',
      offer: { providerReference: order.id },
    });
    await api.pay(order);
    expect(await revolut.provider.offer(offerRequest({ isRepeat: true }))).toMatchObject({
      outcome: 'received',
      receipts: [{ providerReference: order.id, amountMinor: 10_000 }],
    });
    await api.put({ ...order, state: 'processing' });
    expect(await revolut.provider.offer(offerRequest({ isRepeat: true }))).toMatchObject({ outcome: 'confirming' });
    expect(await api.orders()).toHaveLength(1);
  });

  it('makes none while it cannot look', async () => {
    api.next('create', { kind: 'cut', isDone: true });
    api.next('list', { kind: 'answer', status: 503, body: {}, isDone: false });

    expect(await revolut.provider.offer(offerRequest())).toMatchObject({ outcome: 'unknown' });
    expect(await api.orders()).toHaveLength(1);
  });

  it('of two orders takes the one that is furthest along', async () => {
    const order = await offered();
    const second = { ...order, id: '00000000-0000-4000-8000-000000000001', token: 'second' };
    await api.put(second);
    await api.pay(second);

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
    api.next('create', { kind: 'changed', change: (order) => ({ ...order, ...other }) });

    expect(await revolut.provider.offer(offerRequest())).toMatchObject({
      outcome: 'refused',
      reason: 'PROVIDER_ERROR',
    });
  });

  it('leaves no key, token or payer in the record', async () => {
    const order = await offered();

    const record = JSON.stringify(revolut.calls);
    expect(revolut.calls).toEqual([expect.objectContaining({ operation: 'create_order', reference: paymentId })]);
    for (const secret of ['sk_', order.token, 'Ana', 'ana@']) expect(record).not.toContain(secret);
  });
});

describe('asking about an order', () => {
  const inspect = (order: Order) => revolut.provider.inspect(paymentRef(order.id));

  it('books the whole of the BRL amount when the order is completed, and nothing before', async () => {
    const order = await offered();
    for (const [state, status] of [
      ['pending', 'pending'],
      ['processing', 'confirming'],
      ['authorised', 'confirming'],
      ['cancelled', 'removed'],
      ['failed', 'failed'],
    ] as const) {
      await api.put({ ...order, state });
      expect(await inspect(order)).toMatchObject({ outcome: 'found', status, receipts: [] });
    }
    await api.put(order);
    api.next('get', { kind: 'changed', change: (shown) => ({ ...shown, state: 'never_heard_of' }) });
    expect(await inspect(order)).toMatchObject({ outcome: 'found', status: 'pending', receipts: [] });
    clock.advance(1_000);
    await api.pay(order);

    const { updatedAt: receivedAt } = await api.orderOf(paymentId);
    expect(await inspect(order)).toMatchObject({
      status: 'received',
      receipts: [{ providerReference: order.id, amountMinor: 10_000, receivedAt }],
    });
  });

  it('tells of the last try that was declined, until the next one', async () => {
    const order = await offered();
    clock.advance(1_000);
    await api.decline(order, 'insufficient_funds');
    expect(await inspect(order)).toMatchObject({
      status: 'declined',
      declineCode: 'insufficient_funds',
      isRetryable: true,
    });
    clock.advance(1_000);
    await api.decline(order, 'expired_card');
    expect(await inspect(order)).toMatchObject({ declineCode: 'card_expired', isRetryable: false });
    const challenge = { state: 'authentication_challenge', updated_at: '2026-02-03T18:59:00Z' };
    api.next('get', {
      kind: 'changed',
      change: (shown) => ({ ...shown, state: 'processing', payments: [...(shown['payments'] as object[]), challenge] }),
    });
    expect(await inspect(order)).toMatchObject({ status: 'confirming' });
  });

  it('leaves the end of our time to us', async () => {
    const order = await offered();
    await api.put({ ...order, state: 'failed', dueAt: null });
    clock.set('2026-02-03T19:00:00.000Z');

    expect(await inspect(order)).toMatchObject({ status: 'pending' });
  });

  it('believes no answer about another order or payment', async () => {
    const order = await offered();
    const altered = (other: object) =>
      ({ kind: 'changed', change: (shown: object) => ({ ...shown, state: 'completed', ...other }) }) as const;
    const other = altered({ id: 'other' });
    api.next('get', other);
    api.next('get', other);
    expect(await inspect(order)).toMatchObject({ outcome: 'silent' });
    api.next('get', altered({ merchant_order_data: { reference: 'pay_other' } }));
    expect(await inspect(order)).toMatchObject({ outcome: 'silent' });
    api.next('get', altered({ type: 'refund' }));
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
  const cancel = (order: Order) => revolut.provider.cancel(paymentRef(order.id));

  it('cancels what is open, and says the same when asked again', async () => {
    const order = await offered();

    expect(await cancel(order)).toEqual({ outcome: 'canceled' });
    expect(await api.orderOf(paymentId)).toMatchObject({ state: 'cancelled' });
    expect(await cancel(order)).toEqual({ outcome: 'canceled' });
  });

  it('finds the order of a payment that never got an answer', async () => {
    await offered();

    expect(await revolut.provider.cancel(paymentRef(null))).toEqual({ outcome: 'canceled' });
    expect(await api.orderOf(paymentId)).toMatchObject({ state: 'cancelled' });
  });

  it('tells of the money when it comes too late', async () => {
    const order = await offered();
    await api.pay(order);

    expect(await cancel(order)).toMatchObject({ outcome: 'received', receipts: [{ amountMinor: 10_000 }] });
  });

  it('waits while the payer is paying, and is not sure after silence', async () => {
    const order = await offered();
    await api.put({ ...order, state: 'processing' });
    expect(await cancel(order)).toMatchObject({ outcome: 'refused' });
    api.next('cancel', { kind: 'silent', isDone: true });
    expect(await cancel(order)).toMatchObject({ outcome: 'silent' });
    expect(await revolut.provider.cancel(paymentRef('nowhere'))).toEqual({ outcome: 'missing' });
  });
});
