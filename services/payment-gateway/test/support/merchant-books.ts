import { randomUUID } from 'node:crypto';

export const secretKey = 'sk_a-secret-key-for-tests';
export const signingSecret = 'wsk_sim_current_00000000000000001';

export type Json = Record<string, unknown>;

export interface Answer {
  readonly status: number;
  readonly body?: unknown;
}

/** An order as the Merchant API 2026-04-20 writes it. Tests change it as they like. */
export interface WireOrder extends Json {
  id: string;
  token?: string;
  type: string;
  state: string;
  amount: number;
  currency: string;
  payments: Json[];
  merchant_order_data?: { reference: string };
}

export interface MerchantBooks {
  readonly orders: Map<string, WireOrder>;
  readonly webhooks: Json[];
  /** The one order under a reference of ours. */
  orderOf(reference: string): WireOrder;
  /** The payer pays: captured at once. */
  pay(order: WireOrder): void;
  /** The payer's card is declined; the order can be paid again. */
  decline(order: WireOrder, reason: string): void;
  /** What becomes of the next refund: completed at once, processing, or declined as a card is. */
  refundsBecome(outcome: 'completed' | 'processing' | 'declined'): void;
  answer(method: string, path: string, query: URLSearchParams, headers: Json, body: Json): Answer;
}

const startedAt = Date.parse('2026-02-03T18:00:00.000Z');

/** What the provider keeps, and how it answers: the wire format as its specification has it. */
export const createMerchantBooks = (): MerchantBooks => {
  const orders = new Map<string, WireOrder>();
  const refundsByKey = new Map<string, WireOrder>();
  const webhooks: Json[] = [];
  let refundOutcome = 'completed';
  let madeCount = 0;

  const at = (): string => new Date(startedAt + madeCount++ * 1000).toISOString();
  const error = (status: number, code: string): Answer => ({ status, body: { code, message: code, timestamp: 1 } });
  const keep = (fields: Pick<WireOrder, 'type' | 'state' | 'amount' | 'currency'> & Json): WireOrder => {
    const now = at();
    const order = { id: randomUUID(), created_at: now, updated_at: now, payments: [], ...fields };
    orders.set(order.id, order);
    return order;
  };
  const create = (body: Json): Answer => {
    if (!Number.isSafeInteger(body['amount']) || typeof body['currency'] !== 'string') return error(400, 'bad_request');
    const { amount, currency, merchant_order_data } = body as WireOrder;
    const token = randomUUID();
    const checkout = { token, checkout_url: `https://checkout.revolut.com/payment-link/${token}` };
    const more = { outstanding_amount: amount, capture_mode: 'automatic', authorisation_type: 'final', ...checkout };
    const order = keep({ type: 'payment', state: 'pending', amount, currency, merchant_order_data, ...more });
    return { status: 201, body: order };
  };
  const cancel = (order: WireOrder): Answer => {
    if (!['pending', 'authorised'].includes(order.state)) return error(422, 'order_invalid_state');
    order.state = 'cancelled';
    order['outstanding_amount'] = 0;
    delete order.token;
    return { status: 200, body: order };
  };
  const refund = (order: WireOrder, key: string, body: Json): Answer => {
    const known = refundsByKey.get(key);
    if (known !== undefined) return { status: 201, body: known };
    const { amount, currency, merchant_order_data } = body as WireOrder;
    const left = order.amount - Number(order['refunded_amount'] ?? 0);
    if (order.state !== 'completed' || currency !== order.currency || amount > left) return error(422, 'unprocessable');
    const isDeclined = refundOutcome === 'declined';
    const state = isDeclined ? 'processing' : refundOutcome;
    const made = keep({ type: 'refund', state, amount, currency, merchant_order_data, related_order_id: order.id });
    const payment = isDeclined
      ? { state: 'declined', decline_reason: 'technical_error' }
      : { state: state === 'completed' ? 'completed' : 'refund_validated' };
    made.payments.push({ id: randomUUID(), settled_amount: -amount, updated_at: at(), ...payment });
    refundsByKey.set(key, made);
    if (isDeclined) return error(400, 'bad_request');
    order['refunded_amount'] = Number(order['refunded_amount'] ?? 0) + amount;
    return { status: 201, body: made };
  };
  const listed = ({ id, type, state, amount, currency, created_at, updated_at }: WireOrder): Json => {
    return { id, type, state, amount, currency, created_at, updated_at };
  };
  const onOrders = (method: string, [, id, action]: string[], query: URLSearchParams, o: Json, body: Json): Answer => {
    if (id === undefined && method === 'POST') return create(body);
    if (id === undefined) {
      const reference = query.get('merchant_order_data_reference');
      const found = [...orders.values()].filter((each) => each.merchant_order_data?.reference === reference);
      return { status: 200, body: { orders: found.map(listed) } };
    }
    const order = orders.get(id);
    if (order === undefined) return error(404, 'not_found');
    if (action === 'cancel') return cancel(order);
    if (action === 'refund') return refund(order, String(o['idempotency-key']), body);
    return { status: 200, body: order };
  };
  const onWebhooks = (method: string, [, id]: string[], body: Json): Answer => {
    if (method === 'GET') return { status: 200, body: { webhooks } };
    if (method === 'POST') {
      const webhook = { id: randomUUID(), signing_secret: signingSecret, ...body };
      webhooks.push(webhook);
      return { status: 200, body: webhook };
    }
    const webhook = webhooks.find((each) => each['id'] === id);
    return webhook === undefined ? error(404, 'not_found') : { status: 200, body: Object.assign(webhook, body) };
  };

  return {
    orders,
    webhooks,
    orderOf: (reference) => {
      const [order, ...others] = [...orders.values()].filter((o) => o.merchant_order_data?.reference === reference);
      if (order === undefined || others.length > 0) throw new Error(`Not one order under ${reference}.`);
      return order;
    },
    pay: (order) => {
      const now = at();
      Object.assign(order, { state: 'completed', outstanding_amount: 0, updated_at: now });
      order.payments.push({ id: randomUUID(), state: 'captured', amount: order.amount, updated_at: now });
    },
    decline: (order, reason) => {
      order.state = 'pending';
      order.payments.push({ id: randomUUID(), state: 'declined', decline_reason: reason, updated_at: at() });
    },
    refundsBecome: (outcome) => {
      refundOutcome = outcome;
    },
    answer: (method, path, query, headers, body) => {
      if (headers['authorization'] !== `Bearer ${secretKey}`) return error(401, 'unauthenticated');
      if (headers['revolut-api-version'] === undefined) return error(400, 'bad_request');
      const parts = path.replace(/^\/api\//, '').split('/');
      if (parts[0] === 'orders') return onOrders(method, parts, query, headers, body);
      return parts[0] === 'webhooks' ? onWebhooks(method, parts, body) : error(404, 'not_found');
    },
  };
};
