import { createHmac } from 'node:crypto';
import { describedBy } from '@repasse/chassis/testing/described-answers';
import { eventually } from '@repasse/chassis/testing/eventually';
import { TestSandbox } from './sandbox';

let sandbox: TestSandbox;
let secret = '';

beforeAll(async () => {
  sandbox = await TestSandbox.start();
  const url = `${sandbox.url}/sandbox/inbox/revolut`;
  const webhook = await sandbox.revolut('POST', '/webhooks', { url, events });
  secret = String(webhook.body['signing_secret']);
});
afterEach(async () => {
  for (const control of ['chaos', 'refunds']) await sandbox.call('PUT', `/sandbox/${control}`, {});
  await sandbox.call('PUT', '/sandbox/clock', { offsetMs: 0 });
  await sandbox.call('DELETE', '/sandbox/inbox/revolut');
});
afterAll(() => sandbox.stop());

const events = [
  'ORDER_COMPLETED',
  'ORDER_AUTHORISED',
  'ORDER_CANCELLED',
  'ORDER_FAILED',
  'ORDER_PAYMENT_DECLINED',
  'ORDER_PAYMENT_FAILED',
];
const minuteMs = 60_000;
const assertDescribed = describedBy('provider-sandbox');
const create = async (terms: object = {}): Promise<{ id: string; token: string }> => {
  const { status, body } = await sandbox.revolut('POST', '/orders', { amount: 15_000, currency: 'EUR', ...terms });
  expect(status).toBe(201);
  return { id: String(body['id']), token: String(body['token']) };
};
const get = async (id: string) => (await sandbox.revolut('GET', `/orders/${id}`)).body;
const pay = async (token: string, more: object = {}) => {
  const answer = await sandbox.call('POST', '/sandbox/international/pay', { token, ...more });
  assertDescribed('POST', '/sandbox/international/pay', answer);
  return answer;
};
const paidOrder = async () => {
  const order = await create();
  await pay(order.token);
  return order;
};
const refund = (id: string, amount: number, headers: Record<string, string> = {}, more: object = {}) =>
  sandbox.revolut('POST', `/orders/${id}/refund`, { amount, currency: 'EUR', ...more }, headers);
const deliveries = async (id: string) => (await sandbox.inbox('revolut')).filter(({ rawBody }) => rawBody.includes(id));
const told = async (id: string) =>
  (await deliveries(id)).map(({ rawBody }) => (JSON.parse(rawBody) as { event: string }).event).sort();

describe('the Merchant API', () => {
  it('makes an order as it is asked, and shows it', async () => {
    const asked = {
      amount: 15_000,
      currency: 'JPY',
      expire_pending_after: 'PT30M',
      merchant_order_data: { reference: 'pay_1' },
      metadata: { charge_id: 'ch_1' },
      redirect_url: 'http://localhost:8080/return',
    };
    const { status, body } = await sandbox.revolut('POST', '/orders', asked);
    expect({ status, body }).toMatchObject({
      status: 201,
      body: {
        ...asked,
        type: 'payment',
        state: 'pending',
        payments: [],
      },
    });
    expect(body['token']).toMatch(/^[0-9a-f-]{36}$/);
    expect(await get(String(body['id']))).toEqual(body);
  });

  it('makes two orders of the same request, and finds both by their reference', async () => {
    const terms = { merchant_order_data: { reference: 'pay_twice' } };
    const headers = { 'idempotency-key': 'same' };
    await sandbox.revolut('POST', '/orders', { amount: 1, currency: 'EUR', ...terms }, headers);
    await sandbox.revolut('POST', '/orders', { amount: 1, currency: 'EUR', ...terms }, headers);
    await create();

    const { body } = await sandbox.revolut('GET', '/orders?merchant_order_data_reference=pay_twice');
    expect(body['orders']).toHaveLength(2);
    const none = await sandbox.revolut('GET', '/orders?merchant_order_data_reference=pay_twice&state=completed');
    expect(none.body['orders']).toEqual([]);
  });

  it.each([
    ['no key', { authorization: '' }, 401, 'unauthenticated'],
    ['another key', { authorization: 'Bearer sk_other' }, 401, 'unauthenticated'],
    ['no version', { 'revolut-api-version': '' }, 400, 'bad_request'],
    ['an unknown version', { 'revolut-api-version': '2020-01-01' }, 400, 'bad_request'],
  ])('refuses %s', async (_what, headers: Record<string, string>, status, code) => {
    const answer = await sandbox.revolut('POST', '/orders', { amount: 1, currency: 'EUR' }, headers);
    expect(answer).toMatchObject({ status, body: { code, timestamp: expect.any(Number) as number } });
  });

  it('names the fault', async () => {
    const unknown = '0198c0de-0000-4000-8000-000000000001';
    expect((await sandbox.revolut('POST', '/orders', { amount: 1 })).status).toBe(400);
    expect((await sandbox.revolut('POST', '/orders', '{')).status).toBe(400);
    for (const id of [unknown, 'nonsense']) expect((await sandbox.revolut('GET', `/orders/${id}`)).status).toBe(404);
  });

  it('cancels a pending order, once', async () => {
    const { id, token } = await create();
    const canceled = await sandbox.revolut('POST', `/orders/${id}/cancel`);
    expect(canceled).toMatchObject({ status: 200, body: { state: 'cancelled' } });
    expect(canceled.body).not.toHaveProperty('token');
    expect(await sandbox.revolut('POST', `/orders/${id}/cancel`)).toMatchObject({
      status: 422,
      body: { code: 'order_invalid_state' },
    });
    expect(await pay(token)).toMatchObject({ status: 409, body: { code: 'sandbox.order_not_payable' } });
    await eventually(async () => (await told(id)).includes('ORDER_CANCELLED'));
  });
});

describe('a payer', () => {
  it('pays: the order is completed, its token dead, and the merchant is notified, signed', async () => {
    const { id, token } = await create({ merchant_order_data: { reference: 'pay_2' } });
    expect(await pay(token)).toMatchObject({ status: 200, body: { orderId: id, state: 'completed' } });

    const order = await get(id);
    expect(order).toMatchObject({
      state: 'completed',
      payments: [{ state: 'captured' }],
    });
    expect(order).not.toHaveProperty('token');
    await eventually(async () => (await told(id)).length === 2);
    expect(await told(id)).toEqual(['ORDER_AUTHORISED', 'ORDER_COMPLETED']);
    for (const { rawBody, headers } of await deliveries(id)) {
      expect(JSON.parse(rawBody)).toMatchObject({ order_id: id, merchant_order_ext_ref: 'pay_2' });
      const signed = `v1.${headers['revolut-request-timestamp'] ?? ''}.${rawBody}`;
      const digest = createHmac('sha256', secret).update(signed).digest('hex');
      expect(headers['revolut-signature']).toBe(`v1=${digest}`);
    }
  });

  it('is declined, and pays with another card', async () => {
    const { id, token } = await create();
    const declined = await pay(token, { cardNumber: '4929573638125985' });
    expect(declined.body).toMatchObject({ state: 'pending', declineReason: 'insufficient_funds' });
    expect((await pay(token, { cardNumber: '5281438801804148' })).body).toMatchObject({ state: 'completed' });
    expect((await get(id))['payments']).toMatchObject([
      { state: 'declined', decline_reason: 'insufficient_funds' },
      { state: 'captured' },
    ]);
    await eventually(async () => (await told(id)).includes('ORDER_PAYMENT_DECLINED'));
  });

  it('waits in processing, which cannot be canceled, until it goes on', async () => {
    const { id, token } = await create();
    expect((await pay(token, { outcome: 'processing' })).body).toMatchObject({ state: 'processing' });
    expect((await sandbox.revolut('POST', `/orders/${id}/cancel`)).status).toBe(422);
    await pay(token, { outcome: 'declined', declineReason: 'high_risk' });
    expect(await get(id)).toMatchObject({ state: 'pending', token, payments: [{ decline_reason: 'high_risk' }] });
  });

  it('pays once, also ten times at once', async () => {
    const { id, token } = await create();
    const answers = await Promise.all(Array.from({ length: 10 }, () => pay(token)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await get(id))['payments']).toHaveLength(1);
  });

  it('cannot pay an unknown order', async () => {
    const answer = await pay('0198c0de-0000-4000-8000-000000000001');
    expect(answer).toMatchObject({ status: 404, body: { code: 'sandbox.order_not_found' } });
  });

  it('comes too late, by the clock of the sandbox', async () => {
    const { id, token } = await create({ expire_pending_after: 'PT30M' });
    await sandbox.call('PUT', '/sandbox/clock', { offsetMs: 31 * minuteMs });
    expect((await pay(token)).status).toBe(409);
    expect(await get(id)).toMatchObject({ state: 'failed' });
    await eventually(async () => (await told(id)).includes('ORDER_FAILED'));
  });

  it('does not come at all', async () => {
    const { id } = await create({ expire_pending_after: 'PT30M' });
    await sandbox.call('PUT', '/sandbox/clock', { offsetMs: 31 * minuteMs });
    await eventually(async () => (await get(id))['state'] === 'failed');
  });
});

describe('a refund', () => {
  it('is an order of its own, under way and then settled', async () => {
    const { id } = await paidOrder();
    const { status, body } = await refund(id, 4_000, {}, { merchant_order_data: { reference: 're_1' } });
    const refundId = String(body['id']);
    expect({ status, body }).toMatchObject({
      status: 201,
      body: { type: 'refund', state: 'processing', related_order_id: id, amount: 4_000 },
    });
    expect(await get(id)).toMatchObject({ state: 'completed' });
    await eventually(async () => (await get(refundId))['state'] === 'completed');
    await eventually(async () => (await told(refundId)).includes('ORDER_COMPLETED'));
  });

  it('is made once for one key, and never exceeds the order', async () => {
    const { id } = await paidOrder();
    const key = { 'idempotency-key': 're_2' };
    const first = await refund(id, 9_000, key);
    expect((await refund(id, 9_000, key)).body['id']).toBe(first.body['id']);
    expect((await refund(id, 1, key)).status).toBe(409);
    expect((await refund(id, 6_001)).status).toBe(422);
    expect((await refund(id, 6_000)).status).toBe(201);
  });

  it('is declined at once, and yet exists', async () => {
    const { id } = await paidOrder();
    await sandbox.call('PUT', '/sandbox/refunds', { international: { outcome: 'declined' } });
    const asked = { merchant_order_data: { reference: `declined ${id}` } };
    expect((await refund(id, 9_000, { 'idempotency-key': 're_3' }, asked)).status).toBe(400);
    expect((await refund(id, 9_000, { 'idempotency-key': 're_3' }, asked)).status).toBe(400);

    const { body } = await sandbox.revolut(
      'GET',
      `/orders?merchant_order_data_reference=${encodeURIComponent(`declined ${id}`)}`,
    );
    expect(body['orders']).toMatchObject([{ type: 'refund', state: 'failed', related_order_id: id }]);
    await sandbox.call('PUT', '/sandbox/refunds', {});
    expect((await refund(id, 15_000)).status).toBe(201);
  });

  it('is left pending until it may end', async () => {
    const { id } = await paidOrder();
    const controls = { international: { outcome: 'pending', delayMs: 0 } };
    const set = await sandbox.call('PUT', '/sandbox/refunds', controls);
    assertDescribed('PUT', '/sandbox/refunds', set);
    const refundId = String((await refund(id, 9_000)).body['id']);
    await sandbox.call('PUT', '/sandbox/refunds', { international: { outcome: 'failed', delayMs: 0 } });
    await eventually(async () => (await get(refundId))['state'] === 'failed');
    expect((await get(refundId))['payments']).toMatchObject([{ state: 'declined', decline_reason: 'do_not_honour' }]);
  });

  it('wants a completed order, and its currency', async () => {
    const { id } = await create();
    expect(await refund(id, 1)).toMatchObject({ status: 422, body: { code: 'order_invalid_state' } });
    const paid = await paidOrder();
    expect((await refund(paid.id, 1, {}, { currency: 'USD' })).status).toBe(400);
    expect((await sandbox.revolut('POST', `/orders/${paid.id}/refund`, {})).status).toBe(400);
  });
});

describe('a webhook', () => {
  it('is listed with its secret, and changed', async () => {
    const made = await sandbox.revolut('POST', '/webhooks', {
      url: 'https://m.example/hook',
      events: ['ORDER_FAILED'],
    });
    expect(made).toMatchObject({ status: 200, body: { url: 'https://m.example/hook', events: ['ORDER_FAILED'] } });
    const path = `/webhooks/${String(made.body['id'])}`;
    const { body } = await sandbox.revolut('PATCH', path, { events: ['ORDER_CANCELLED'] });
    expect(body).toEqual({ ...made.body, events: ['ORDER_CANCELLED'] });
    expect((await sandbox.revolut('GET', '/webhooks')).body['webhooks']).toContainEqual(body);
    expect((await sandbox.revolut('PATCH', `${path.slice(0, -1)}x`, { events })).status).toBe(404);
  });

  it.each([[{ url: 'nonsense', events }], [{ url: 'https://m.example', events: ['ORDER_EATEN'] }], [{}]])(
    'is not made of %j',
    async (body) => {
      expect((await sandbox.revolut('POST', '/webhooks', body)).status).toBe(400);
    },
  );

  it('is tried again ten minutes later, by the clock of the sandbox', async () => {
    const url = `${sandbox.url}/sandbox/inbox/moody`;
    await sandbox.revolut('POST', '/webhooks', { url, events: ['ORDER_AUTHORISED'] });
    await sandbox.call('PUT', '/sandbox/inbox/moody', { failTimes: 1, status: 503 });
    await paidOrder();
    await eventually(async () => (await sandbox.inbox('moody')).length === 1);
    await sandbox.call('PUT', '/sandbox/clock', { offsetMs: 10 * minuteMs });
    await eventually(async () => (await sandbox.inbox('moody')).length === 2);
    expect((await sandbox.inbox('moody')).map(({ answered }) => answered)).toEqual([503, 200]);
  });
});

describe('Revolut under chaos', () => {
  it('refuses, loses, and keeps its answers to itself', async () => {
    const reference = (name: string) => ({ amount: 1, currency: 'EUR', merchant_order_data: { reference: name } });
    const made = async (name: string) =>
      (await sandbox.revolut('GET', `/orders?merchant_order_data_reference=${name}`)).body['orders'];
    const silently = async (international: object, name: string) => {
      await sandbox.call('PUT', '/sandbox/chaos', { international });
      const asked = sandbox.revolut('POST', '/orders', reference(name)).catch((fault: unknown) => fault);
      await sandbox.call('GET', '/sandbox/clock');
      const answered = await Promise.race([
        asked.then(() => true),
        sandbox.call('PUT', '/sandbox/chaos', {}).then(() => false),
      ]);
      expect(answered).toBe(false);
    };

    await sandbox.call('PUT', '/sandbox/chaos', { international: { errorRate: 1 } });
    expect((await sandbox.revolut('POST', '/orders', reference('refused'))).status).toBe(503);
    await silently({ lostRate: 1 }, 'lost');
    await silently({ timeoutRate: 1 }, 'kept');
    await eventually(async () => ((await made('kept')) as unknown[]).length === 1);
    expect(await made('refused')).toEqual([]);
    expect(await made('lost')).toEqual([]);
  });

  it('spoils its own webhooks only', async () => {
    await sandbox.call('PUT', '/sandbox/chaos', {
      international: { duplicateCallbacks: true },
      pix: { dropCallbacks: true },
    });
    const { id } = await paidOrder();
    await eventually(async () => (await deliveries(id)).length === 4);
  });
});
