import { randomUUID } from 'node:crypto';

export const secretKey = 'sk_a-secret-key-for-tests';
export const signingSecret = 'wsk_sim_current_00000000000000001';

export type Json = Record<string, unknown>;

export interface Answer {
  readonly status: number;
  readonly body?: unknown;
}

export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: Json;
  readonly body: Json;
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

/** `declined` as a card refund is: a bare 400, and an order that says why. */
export type RefundEnding = 'completed' | 'processing' | 'declined';

export interface MerchantBooks {
  readonly orders: Map<string, WireOrder>;
  readonly webhooks: Json[];
  /** The one order under a reference of ours. */
  orderOf(reference: string): WireOrder;
  /** The payer pays: captured at once. */
  pay(order: WireOrder): void;
  /** The payer's card is declined; the order can be paid again. */
  decline(order: WireOrder, reason: string): void;
  /** What becomes of refunds from now on. */
  refundsBecome(ending: RefundEnding): void;
  answer(asked: Asked): Answer;
}

/** What the provider keeps, and how it answers: the wire format as its specification has it. */
export const createMerchantBooks = (): MerchantBooks => {
  const books = new Books();
  return {
    orders: books.orders,
    webhooks: books.webhooks,
    orderOf: (reference) => {
      const [order, ...others] = books.under(reference);
      if (order === undefined || others.length > 0) throw new Error(`Not one order under ${reference}.`);
      return order;
    },
    pay: (order) => {
      const now = books.at();
      Object.assign(order, { state: 'completed', outstanding_amount: 0, updated_at: now });
      order.payments.push({ id: randomUUID(), state: 'captured', amount: order.amount, updated_at: now });
    },
    decline: (order, reason) => {
      order.state = 'pending';
      order.payments.push({ id: randomUUID(), state: 'declined', decline_reason: reason, updated_at: books.at() });
    },
    refundsBecome: (ending) => {
      books.refundEnding = ending;
    },
    answer: (asked) => answer(books, asked),
  };
};

const startedAt = Date.parse('2026-02-03T18:00:00.000Z');

class Books {
  readonly orders = new Map<string, WireOrder>();
  readonly refundsByKey = new Map<string, WireOrder>();
  readonly webhooks: Json[] = [];
  refundEnding: RefundEnding = 'completed';
  #madeCount = 0;

  /** A second later each time, so that one thing comes after the other. */
  at(): string {
    return new Date(startedAt + this.#madeCount++ * 1000).toISOString();
  }

  keep(fields: Pick<WireOrder, 'type' | 'state' | 'amount' | 'currency'> & Json): WireOrder {
    const now = this.at();
    const order = { id: randomUUID(), created_at: now, updated_at: now, payments: [], ...fields };
    this.orders.set(order.id, order);
    return order;
  }

  under(reference: string | null): WireOrder[] {
    return [...this.orders.values()].filter((each) => each.merchant_order_data?.reference === reference);
  }
}

const error = (status: number, code: string): Answer => ({ status, body: { code, message: code, timestamp: 1 } });

const answer = (books: Books, asked: Asked): Answer => {
  if (asked.headers['authorization'] !== `Bearer ${secretKey}`) return error(401, 'unauthenticated');
  if (asked.headers['revolut-api-version'] === undefined) return error(400, 'bad_request');
  const [kind, id, action] = asked.path.replace(/^\/api\//, '').split('/');
  if (kind === 'webhooks') return onWebhooks(books, asked, id);
  if (id === undefined) return asked.method === 'POST' ? create(books, asked.body) : list(books, asked.query);
  const order = books.orders.get(id);
  if (order === undefined) return error(404, 'not_found');
  if (action === 'cancel') return cancel(order);
  return action === 'refund' ? refund(books, order, asked) : { status: 200, body: order };
};

const create = (books: Books, body: Json): Answer => {
  if (!Number.isSafeInteger(body['amount']) || typeof body['currency'] !== 'string') return error(400, 'bad_request');
  const { amount, currency, merchant_order_data } = body as WireOrder;
  const token = randomUUID();
  const checkout = { token, checkout_url: `https://checkout.revolut.com/payment-link/${token}` };
  const more = { outstanding_amount: amount, capture_mode: 'automatic', authorisation_type: 'final', ...checkout };
  const order = books.keep({ type: 'payment', state: 'pending', amount, currency, merchant_order_data, ...more });
  return { status: 201, body: order };
};

/** Newest first, by when they were made, and without payments. */
const list = (books: Books, query: URLSearchParams): Answer => {
  const reference = query.get('merchant_order_data_reference');
  const [from, to, state] = [query.get('from') ?? '', query.get('to') ?? '9', query.get('state')];
  const found = (reference === null ? [...books.orders.values()] : books.under(reference))
    .filter(({ created_at }) => String(created_at) >= from && String(created_at) <= to)
    .filter((each) => state === null || each.state === state)
    .sort((a, b) => String(b['created_at']).localeCompare(String(a['created_at'])))
    .slice(0, Number(query.get('limit') ?? 100));
  return { status: 200, body: { orders: found.map(shownInList) } };
};

const shownInList = ({ payments: _payments, token: _token, ...order }: WireOrder): Json => order;

const cancel = (order: WireOrder): Answer => {
  if (!['pending', 'authorised'].includes(order.state)) return error(422, 'order_invalid_state');
  Object.assign(order, { state: 'cancelled', outstanding_amount: 0 });
  delete order.token;
  return { status: 200, body: order };
};

const refund = (books: Books, order: WireOrder, { headers, body }: Asked): Answer => {
  const key = String(headers['idempotency-key']);
  const known = books.refundsByKey.get(key);
  if (known !== undefined) return { status: 201, body: known };

  const { amount, currency } = body as WireOrder;
  const left = order.amount - Number(order['refunded_amount'] ?? 0);
  if (order.state !== 'completed' || currency !== order.currency || amount > left) return error(422, 'unprocessable');
  const made = refundMade(books, order, body as WireOrder);
  books.refundsByKey.set(key, made);
  if (books.refundEnding === 'declined') return error(400, 'bad_request');
  order['refunded_amount'] = Number(order['refunded_amount'] ?? 0) + amount;
  return { status: 201, body: made };
};

const refundMade = (
  books: Books,
  order: WireOrder,
  { amount, currency, merchant_order_data }: WireOrder,
): WireOrder => {
  const state = books.refundEnding === 'completed' ? 'completed' : 'processing';
  const made = books.keep({ type: 'refund', state, amount, currency, merchant_order_data, related_order_id: order.id });
  const tries = {
    completed: { state: 'completed' },
    processing: { state: 'refund_validated' },
    declined: { state: 'declined', decline_reason: 'technical_error' },
  };
  const payment = { id: randomUUID(), settled_amount: -amount, updated_at: books.at() };
  made.payments.push({ ...payment, ...tries[books.refundEnding] });
  return made;
};

const onWebhooks = ({ webhooks }: Books, { method, body }: Asked, id: string | undefined): Answer => {
  if (method === 'GET') return { status: 200, body: { webhooks } };
  if (method === 'POST') {
    const webhook = { id: randomUUID(), signing_secret: signingSecret, ...body };
    webhooks.push(webhook);
    return { status: 200, body: webhook };
  }
  const webhook = webhooks.find((each) => each['id'] === id);
  return webhook === undefined ? error(404, 'not_found') : { status: 200, body: Object.assign(webhook, body) };
};
