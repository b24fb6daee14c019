import { eventually } from '@repasse/chassis/testing/eventually';
import { type InternationalGateway, startInternational } from './support/international-gateway';

let international: InternationalGateway;

beforeEach(async () => {
  international = await startInternational();
});
afterEach(() => international.stop());

const handledCount = async (): Promise<number> => {
  const rows = await international.gateway.db.query('select 1 from callback_inbox where handled_at is not null');
  return rows.length;
};

describe('a callback of the international provider', () => {
  it('brings money to its payment once, however often it comes', async () => {
    const { paymentId, order } = await international.offered();
    await international.api.pay(order);
    const body = { event: 'ORDER_COMPLETED', order_id: order.id, merchant_order_ext_ref: paymentId };

    expect((await international.callback(body)).status).toBe(204);
    expect((await international.callback(body)).status).toBe(204);

    const types = ['requested', 'offered', 'received'];
    const events = await international.gateway.expectPublished(paymentId, types);
    expect(events[2]?.data).toMatchObject({ amountMinor: 10_000, currency: 'BRL', providerReference: order.id });
    await eventually(async () => (await handledCount()) === 2);
    await international.gateway.expectPublished(paymentId, types);
  });

  it('is not trusted: the order is read', async () => {
    const { paymentId, order } = await international.offered();

    await international.callback({ event: 'ORDER_COMPLETED', order_id: order.id, merchant_order_ext_ref: paymentId });

    await eventually(() => international.api.asked().includes('get'));
    await international.gateway.expectPublished(paymentId, ['requested', 'offered']);
  });

  it('reports that the payer is paying, and that it failed', async () => {
    const { paymentId, order } = await international.offered();
    await international.api.put({ ...order, state: 'processing' });
    await international.callback({ event: 'ORDER_PAYMENT_AUTHORISATION_STARTED', order_id: order.id });
    await international.gateway.expectPublished(paymentId, ['requested', 'offered', 'confirming']);
    await international.api.put(order);
    await international.api.decline(order, 'expired_card');
    await international.callback({ event: 'ORDER_PAYMENT_DECLINED', order_id: order.id });

    const events = await international.gateway.expectPublished(paymentId, [
      'requested',
      'offered',
      'confirming',
      'reopened',
    ]);
    expect(events[3]?.data).toMatchObject({ declineCode: 'card_expired' });
    expect((await international.gateway.getPayment(paymentId)).body).toMatchObject({ status: 'PENDING' });
  });

  it('that names nothing of ours is kept and looked into all the same', async () => {
    for (const body of [{}, { event: 'DISPUTE_WON', dispute_id: '1' }, { event: 'ORDER_COMPLETED', order_id: '1' }]) {
      expect((await international.callback(body)).status).toBe(204);
    }

    await eventually(async () => (await handledCount()) === 3);
  });

  it.each([
    ['is not signed', { 'revolut-signature': '' }],
    ['is signed with another key', { 'revolut-signature': `v1=${'0'.repeat(64)}` }],
    ['was signed long ago', { 'revolut-request-timestamp': '1767225600000' }],
  ])('that %s is refused and leaves nothing', async (_, headers) => {
    const { order } = await international.offered();

    const answer = await international.callback({ event: 'ORDER_COMPLETED', order_id: order.id }, headers);

    expect(answer).toMatchObject({ status: 403, body: { code: 'callback.signature_invalid' } });
    expect(await international.gateway.db.query('select 1 from callback_inbox')).toEqual([]);
    expect(await international.gateway.metric('repasse_callbacks_received_total')).toMatch(/outcome="forged"[^}]*} 1/);
  });
});

describe('the provider’s kept calls', () => {
  it('has neither key, token nor payer', async () => {
    const { paymentId, order } = await international.offered();

    const calls = await eventually(async () => {
      const rows = await international.gateway.db.query(
        `select * from provider_calls where reference = $1 and operation = 'create_order'`,
        [paymentId],
      );
      return rows.length > 0 ? JSON.stringify(rows) : undefined;
    });
    expect(calls).toContain(order.id);
    for (const secret of ['sk_', order.token]) expect(calls).not.toContain(secret);
  });
});

describe('a callback about a refund', () => {
  let abroad: InternationalGateway;
  beforeEach(async () => {
    abroad = await startInternational();
  });
  afterEach(() => abroad.stop());

  it('settles it at once, though it is an order of its own', async () => {
    const { paymentId, order } = await abroad.offered();
    await abroad.api.pay(order);
    await abroad.callback({ event: 'ORDER_COMPLETED', order_id: order.id, merchant_order_ext_ref: paymentId });
    await abroad.gateway.expectPublished(paymentId, ['requested', 'offered', 'received']);
    await abroad.api.refundsBecome('processing');
    const { invoiceId } = (await abroad.gateway.getPayment(paymentId)).body;
    const token = await abroad.gateway.token({ userId: 1_001, scopes: ['refunds:write'] });
    const asked = await abroad.gateway.call('POST', `/refunds/invoice/${String(invoiceId)}`, {
      token,
      body: { amount: '50.00' },
    });
    expect(asked.body).toMatchObject({ status: 'PENDING', amount: '50.00' });

    const refundId = String(asked.body['id']);
    const refund = await abroad.api.orderOf(refundId);
    // Half of 19.09, rounded down; the other half gets the rest.
    expect(refund).toMatchObject({ type: 'refund', terms: { amount: 954, currency: 'USD' } });
    await abroad.api.put({ ...refund, state: 'completed', dueAt: null });
    await abroad.callback({ event: 'ORDER_COMPLETED', order_id: refund.id, merchant_order_ext_ref: refundId });

    const events = await abroad.gateway.expectPublished(paymentId, [
      'requested',
      'offered',
      'received',
      'repasse.refund.requested',
      'repasse.refund.settled',
    ]);
    expect(events[4]?.data).toMatchObject({ refundId, amountMinor: 5_000 });
  });
});
