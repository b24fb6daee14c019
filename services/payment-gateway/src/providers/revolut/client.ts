import { lenient, matcher, object, type Schema } from '@repasse/chassis/schema/schema';
import { type Period } from '../../statements/domain/statement';
import { type Answer, createAsk, type Question } from '../wire/ask';
import { type Exchange } from '../wire/exchange';
import { type OrderBody, type RefundBody } from './requests';

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

interface Connection {
  readonly exchange: Exchange;
  /** The provider's address, without `/api`. */
  readonly baseUrl: string;
  readonly secretKey: string;
}

export type RevolutClient = ReturnType<typeof createRevolutClient>;

export const createRevolutClient = ({ exchange, baseUrl, secretKey }: Connection) => {
  const send = createAsk(exchange, {
    headers: { authorization: `Bearer ${secretKey}`, 'revolut-api-version': apiVersion },
    refusals: [400, 409, 422],
    detailOf,
  });
  const ask = ({ path, ...question }: Omit<Question, 'url'> & { readonly path: string }): Promise<Answer> =>
    send({ ...question, url: `${baseUrl}/api${path}` });
  const order = (orderId: string): string => `/orders/${encodeURIComponent(orderId)}`;
  return {
    /** Not safe to repeat: the provider makes another order each time. */
    createOrder: (body: OrderBody, timeoutMs: number) =>
      ask({
        operation: 'create_order',
        reference: body.merchant_order_data.reference,
        method: 'POST',
        path: '/orders',
        body,
        timeoutMs,
      }),
    getOrder: (orderId: string, timeoutMs: number) =>
      ask({ operation: 'get_order', reference: orderId, method: 'GET', path: order(orderId), timeoutMs }),
    /** Orders that carry a reference of ours. They come without their payments. */
    findOrders: (reference: string, timeoutMs: number) => {
      const query = new URLSearchParams({ merchant_order_data_reference: reference, limit: String(ordersMax) });
      return ask({
        operation: 'find_orders',
        reference,
        method: 'GET',
        path: `/orders?${query.toString()}`,
        timeoutMs,
      });
    },
    /** Paid orders made in a period, newest first, and no more than `paidOrdersMax`. They come without their payments. */
    listPaidOrders: ({ from, to }: Period, timeoutMs: number) => {
      const query = new URLSearchParams({ from, to, state: 'completed', limit: String(paidOrdersMax) });
      return ask({
        operation: 'list_orders',
        method: 'GET',
        path: `/orders?${query.toString()}`,
        timeoutMs,
      });
    },
    cancelOrder: (orderId: string, timeoutMs: number) =>
      ask({
        operation: 'cancel_order',
        reference: orderId,
        method: 'POST',
        path: `${order(orderId)}/cancel`,
        timeoutMs,
      }),
    /** Safe to repeat under the same key. */
    refundOrder: (orderId: string, body: RefundBody, key: string, timeoutMs: number) =>
      ask({
        operation: 'refund_order',
        reference: key,
        method: 'POST',
        path: `${order(orderId)}/refund`,
        headers: { 'idempotency-key': key },
        body,
        timeoutMs,
      }),
    listWebhooks: (timeoutMs: number) =>
      ask({ operation: 'list_webhooks', method: 'GET', path: '/webhooks', timeoutMs }),
    createWebhook: (body: WebhookBody, timeoutMs: number) =>
      ask({ operation: 'create_webhook', method: 'POST', path: '/webhooks', body, timeoutMs }),
    updateWebhook: (webhookId: string, body: WebhookBody, timeoutMs: number) => {
      const path = `/webhooks/${encodeURIComponent(webhookId)}`;
      return ask({ operation: 'update_webhook', method: 'PATCH', path, body, timeoutMs });
    },
  };
};

/** `{"code":"order_invalid_state","message":"…"}`; the code is a word or a number, the message may be missing. */
const detailOf = (body: unknown): string | undefined => {
  const { code, message } = errorIn(body) ?? {};
  const parts = [code, message].filter((part) => part !== undefined);
  return parts.length === 0 ? undefined : parts.map(String).join(': ');
};

const word: Schema<string | number> = { json: { type: ['string', 'number'] } };
const errorIn = matcher(object({ code: lenient(word), message: lenient(word) }));
