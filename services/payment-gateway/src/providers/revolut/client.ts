import { type Period } from '../../domain/statement';
import { type Exchange, type ExchangeAnswer } from '../exchange';
import { sortedAnswer } from '../sorted-answer';
import { type OrderBody, type RefundBody } from './requests';

/** What a question to the provider came to, sorted by what may be done next. */
export type RevolutAnswer =
  | { readonly kind: 'answered'; readonly body: unknown }
  /** 400, 409 or 422: the provider read the request and will not have it. */
  | { readonly kind: 'refused'; readonly status: number; readonly detail: string }
  | { readonly kind: 'missing' }
  /** Nothing was done over there: not connected, breaker open, key or quota refused. */
  | { readonly kind: 'unavailable'; readonly detail: string }
  /** It may have been done: no answer, half an answer, or a server fault. */
  | { readonly kind: 'silent'; readonly isTimeout: boolean; readonly detail: string };

export interface RevolutClient {
  /** Not safe to repeat: the provider makes another order each time. */
  createOrder(body: OrderBody, timeoutMs: number): Promise<RevolutAnswer>;
  getOrder(orderId: string, timeoutMs: number): Promise<RevolutAnswer>;
  /** Orders that carry a reference of ours. They come without their payments. */
  findOrders(reference: string, timeoutMs: number): Promise<RevolutAnswer>;
  /** Paid orders made in a period, newest first, and no more than `paidOrdersMax`. They come without their payments. */
  listPaidOrders(made: Period, timeoutMs: number): Promise<RevolutAnswer>;
  cancelOrder(orderId: string, timeoutMs: number): Promise<RevolutAnswer>;
  /** Safe to repeat under the same key. */
  refundOrder(orderId: string, body: RefundBody, key: string, timeoutMs: number): Promise<RevolutAnswer>;
  listWebhooks(timeoutMs: number): Promise<RevolutAnswer>;
  createWebhook(body: WebhookBody, timeoutMs: number): Promise<RevolutAnswer>;
  updateWebhook(webhookId: string, body: WebhookBody, timeoutMs: number): Promise<RevolutAnswer>;
}

export interface WebhookBody {
  readonly url: string;
  readonly events: readonly string[];
}

/** Required on every request. The newest whose whole specification was read. */
const apiVersion = '2026-04-20';
/** More orders than this under one reference would be a fault of ours; each costs a question. */
const ordersMax = 10;
/** The most that the provider lists at once. */
export const paidOrdersMax = 500;

export const createRevolutClient = (o: Connection): RevolutClient => {
  const ask = (question: Question): Promise<RevolutAnswer> => asAnswer(send(o, question));
  const order = (orderId: string): string => `/orders/${encodeURIComponent(orderId)}`;
  return {
    createOrder: (body, timeoutMs) =>
      ask({
        operation: 'create_order',
        reference: body.merchant_order_data.reference,
        method: 'POST',
        path: '/orders',
        body,
        timeoutMs,
      }),
    getOrder: (orderId, timeoutMs) =>
      ask({ operation: 'get_order', reference: orderId, method: 'GET', path: order(orderId), timeoutMs }),
    findOrders: (reference, timeoutMs) => {
      const query = new URLSearchParams({ merchant_order_data_reference: reference, limit: String(ordersMax) });
      return ask({
        operation: 'find_orders',
        reference,
        method: 'GET',
        path: `/orders?${query.toString()}`,
        timeoutMs,
      });
    },
    listPaidOrders: ({ from, to }, timeoutMs) => {
      const query = new URLSearchParams({ from, to, state: 'completed', limit: String(paidOrdersMax) });
      return ask({
        operation: 'list_orders',
        reference: null,
        method: 'GET',
        path: `/orders?${query.toString()}`,
        timeoutMs,
      });
    },
    cancelOrder: (orderId, timeoutMs) =>
      ask({
        operation: 'cancel_order',
        reference: orderId,
        method: 'POST',
        path: `${order(orderId)}/cancel`,
        timeoutMs,
      }),
    refundOrder: (orderId, body, key, timeoutMs) =>
      ask({
        operation: 'refund_order',
        reference: key,
        method: 'POST',
        path: `${order(orderId)}/refund`,
        headers: { 'idempotency-key': key },
        body,
        timeoutMs,
      }),
    listWebhooks: (timeoutMs) =>
      ask({ operation: 'list_webhooks', reference: null, method: 'GET', path: '/webhooks', timeoutMs }),
    createWebhook: (body, timeoutMs) =>
      ask({ operation: 'create_webhook', reference: null, method: 'POST', path: '/webhooks', body, timeoutMs }),
    updateWebhook: (webhookId, body, timeoutMs) => {
      const path = `/webhooks/${encodeURIComponent(webhookId)}`;
      return ask({ operation: 'update_webhook', reference: null, method: 'PATCH', path, body, timeoutMs });
    },
  };
};

interface Connection {
  readonly exchange: Exchange;
  /** The provider's address, without `/api`. */
  readonly baseUrl: string;
  readonly secretKey: string;
}

interface Question {
  readonly operation: string;
  readonly reference: string | null;
  readonly method: 'GET' | 'POST' | 'PATCH';
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: object;
  readonly timeoutMs: number;
}

const send = ({ exchange, baseUrl, secretKey }: Connection, question: Question): Promise<ExchangeAnswer> =>
  exchange({
    operation: question.operation,
    reference: question.reference,
    method: question.method,
    url: new URL(`${baseUrl}/api${question.path}`),
    headers: {
      authorization: `Bearer ${secretKey}`,
      'revolut-api-version': apiVersion,
      accept: 'application/json',
      ...(question.body === undefined ? {} : { 'content-type': 'application/json' }),
      ...question.headers,
    },
    // An empty body is declared as such: some servers wait for one on POST.
    body: bodyOf(question),
    timeoutMs: question.timeoutMs,
  });

const bodyOf = ({ method, body }: Question): string | undefined => {
  if (body !== undefined) return JSON.stringify(body);
  return method === 'GET' ? undefined : '';
};

const asAnswer = (exchanged: Promise<ExchangeAnswer>): Promise<RevolutAnswer> => sortedAnswer(exchanged, sort);

const refusals = new Set([400, 409, 422]);

const sort = ({ status, text }: ExchangeAnswer): RevolutAnswer => {
  const body = parsed(text);
  if (status >= 200 && status < 300) {
    // Something between us and the provider answered for it, so nothing is known of what the provider did.
    if (body === undefined) return { kind: 'silent', isTimeout: false, detail: `A ${status} that is not JSON.` };
    return { kind: 'answered', body };
  }
  if (refusals.has(status)) return { kind: 'refused', status, detail: detailOf(status, body) };
  if (status === 404) return { kind: 'missing' };
  if (status >= 500) return { kind: 'silent', isTimeout: status === 504, detail: `The provider answered ${status}.` };
  return { kind: 'unavailable', detail: `The provider answered ${status}.` };
};

/** `{"code":"order_invalid_state","message":"…"}`; the code is a word or a number, the message may be missing. */
const detailOf = (status: number, body: unknown): string => {
  const error = typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {};
  const parts = [error['code'], error['message']].filter(
    (part) => typeof part === 'string' || typeof part === 'number',
  );
  return parts.length === 0 ? `The provider answered ${status}.` : parts.join(': ');
};

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
