export const apiKey = 'an-api-key-for-tests';
export const ipnSecret = 'an-ipn-secret-for-tests';

export type Json = Record<string, unknown>;

export interface Answer {
  readonly status: number;
  readonly body: unknown;
}

export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: Json;
  readonly body: Json;
}

interface WireFields extends Json {
  payment_status: string;
  price_amount: number;
  pay_amount: number;
  actually_paid: number;
  order_id: string;
  payment_extra_ids: number[] | null;
}

/** A payment as NOWPayments writes it. Tests change it as they like. */
export interface WirePayment extends WireFields {
  payment_id: number;
}

export interface CoinBooks {
  readonly payments: Map<number, WirePayment>;
  /** The one payment that was asked for under our id. */
  paymentOf(orderId: string): WirePayment;
  /** Coins arrive: at the payment itself, or, once that has some, as a further payment of its own. */
  deposit(payment: WirePayment, amount: number, status?: string): WirePayment;
  answer(asked: Asked): Answer;
}

/** The dollar has as many cents as the coin: 39.95 USD are 39.95 USDTBSC. */
const minimumOf: Readonly<Record<string, number>> = { usdtbsc: 5.5, btc: 20, xrp: 1 };
const maximum = 100_000;

/** What the provider keeps, and how it answers: numbers and text as its API has them. */
export const createCoinBooks = (): CoinBooks => {
  const payments = new Map<number, WirePayment>();
  const asked = (orderId: string): WirePayment[] =>
    [...payments.values()].filter((each) => each.order_id === orderId && each['parent_payment_id'] === undefined);
  return {
    payments,
    paymentOf: (orderId) => {
      const [payment, ...others] = asked(orderId);
      if (payment === undefined || others.length > 0) throw new Error(`Not one payment under ${orderId}.`);
      return payment;
    },
    deposit: (payment, amount, status) => deposit(payments, payment, amount, status),
    answer: (question) => answer(payments, question),
  };
};

const firstId = 5_745_459_419;

const keep = (payments: Map<number, WirePayment>, fields: WireFields): WirePayment => {
  // A second later each time, so that one thing comes after the other.
  const at = new Date(Date.now() + payments.size * 1_000).toISOString();
  const payment = { ...fields, payment_id: firstId + payments.size, created_at: at, updated_at: at };
  payments.set(payment.payment_id, payment);
  return payment;
};

const deposit = (
  payments: Map<number, WirePayment>,
  payment: WirePayment,
  amount: number,
  status = amount >= payment.pay_amount ? 'finished' : 'partially_paid',
): WirePayment => {
  if (payment.actually_paid === 0) return Object.assign(payment, { actually_paid: amount, payment_status: status });
  const more = { parent_payment_id: payment.payment_id, payment_extra_ids: null };
  const further = keep(payments, { ...payment, ...more, actually_paid: amount, payment_status: status });
  payment.payment_extra_ids = [...(payment.payment_extra_ids ?? []), further.payment_id];
  return further;
};

const error = (status: number, code: string): Answer => ({
  status,
  body: { status: false, statusCode: status, code, message: code },
});

const answer = (payments: Map<number, WirePayment>, asked: Asked): Answer => {
  if (asked.headers['x-api-key'] !== apiKey) return error(403, 'INVALID_API_KEY');
  const [kind, id] = asked.path.replace(/^\/v1\//, '').split('/');
  if (kind === 'min-amount') return minimum(asked.query);
  if (kind === 'currencies') return currencies();
  if (asked.method === 'POST') return create(payments, asked.body);
  if (id === undefined || id === '') return list(payments, asked.query);
  const payment = payments.get(Number(id));
  return payment === undefined ? error(404, 'PAYMENT_NOT_FOUND') : { status: 200, body: payment };
};

const minimum = (query: URLSearchParams): Answer => {
  const coin = query.get('currency_from') ?? '';
  const fiat = minimumOf[coin];
  if (fiat === undefined) return error(400, 'INVALID_REQUEST_PARAMS');
  return { status: 200, body: { currency_from: coin, currency_to: coin, min_amount: fiat, fiat_equivalent: fiat } };
};

const currencies = (): Answer => {
  const listed = Object.entries(minimumOf).map(([currency, min_amount]) => ({
    currency,
    min_amount,
    max_amount: maximum,
  }));
  return { status: 200, body: { currencies: listed } };
};

const create = (payments: Map<number, WirePayment>, body: Json): Answer => {
  const { price_amount, price_currency, pay_currency, order_id } = body;
  if (typeof price_amount !== 'number' || typeof pay_currency !== 'string' || typeof order_id !== 'string') {
    return error(400, 'INVALID_REQUEST_PARAMS');
  }
  const coin = { pay_currency, payin_extra_id: pay_currency === 'xrp' ? '1234567' : null };
  const token = { smart_contract: '0x55d398326f99059fF775485246999027B3197955', network: 'bsc', network_precision: 18 };
  const payment = keep(payments, {
    ...{ payment_status: 'waiting', pay_address: '0x9f2eA4', price_amount, price_currency, pay_amount: price_amount },
    ...{ order_id, purchase_id: 5_837_122_679, actually_paid: 0, amount_received: null, payment_extra_ids: null },
    ...{ ...coin, ...(pay_currency === 'usdtbsc' ? token : { smart_contract: null, network: pay_currency }) },
  });
  // Here ids are text, and what has been paid is not said.
  const unsaid = { actually_paid: undefined, payment_extra_ids: undefined };
  return { status: 201, body: { ...payment, ...unsaid, payment_id: String(payment.payment_id), time_limit: null } };
};

const list = (payments: Map<number, WirePayment>, query: URLSearchParams): Answer => {
  const [limit, page] = [Number(query.get('limit') ?? 10), Number(query.get('page') ?? 0)];
  const [from, to] = [query.get('dateFrom') ?? '', query.get('dateTo') ?? '9'];
  const all = [...payments.values()]
    .filter(({ created_at }) => String(created_at) >= from && String(created_at) <= to)
    .reverse();
  const data = all.slice(page * limit, (page + 1) * limit);
  return { status: 200, body: { data, limit, page, pagesCount: Math.ceil(all.length / limit), total: all.length } };
};
