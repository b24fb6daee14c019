import { lenient, matcher, object, type Schema } from '../wire/schema';
import { type RevolutConfig } from '../../config';
import { type Period } from '../../statements/domain/statement';
import { createAsk, methodsOf } from '../wire/ask';
import { type Exchange } from '../wire/exchange';
import { type AdapterContext } from '../wire/connect';
import { type orderBody } from './requests';

interface WebhookBody {
  readonly url: string;
  readonly events: readonly string[];
}

/** Required on every request. The newest whose whole specification was read. */
const apiVersion = '2026-04-20';
/** More orders than this under one reference would be a fault of ours; each costs a question. */
const ordersMax = 10;
/** The most that the provider lists at once. */
export const paidOrdersMax = 500;

export type RevolutClient = ReturnType<typeof createRevolutClient>;

export interface RevolutContext extends AdapterContext<RevolutClient> {
  /** The mode of the web SDK, which has an address of its own for each. */
  readonly mode: 'prod' | 'sandbox';
}

export const createRevolutClient = (exchange: Exchange, { baseUrl, secretKey }: RevolutConfig) => {
  const ask = createAsk(exchange, {
    baseUrl: `${baseUrl}/api`,
    headers: { authorization: `Bearer ${secretKey}`, 'revolut-api-version': apiVersion },
    refusals: [400, 409, 422],
    detailOf,
  });
  const { get, post, patch } = methodsOf(ask);
  const order = (orderId: string): string => `/orders/${encodeURIComponent(orderId)}`;
  return {
    /** Not safe to repeat: the provider makes another order each time. */
    createOrder: (body: ReturnType<typeof orderBody>, timeoutMs: number) =>
      post('create_order', '/orders', { reference: body.merchant_order_data.reference, body, timeoutMs }),
    getOrder: (orderId: string, timeoutMs: number) =>
      get('get_order', order(orderId), { reference: orderId, timeoutMs }),
    /** Orders that carry a reference of ours. They come without their payments. */
    findOrders: (reference: string, timeoutMs: number) => {
      const query = new URLSearchParams({ merchant_order_data_reference: reference, limit: String(ordersMax) });
      return get('find_orders', `/orders?${query.toString()}`, { reference, timeoutMs });
    },
    /** Paid orders made in a period, newest first, and no more than `paidOrdersMax`. They come without their payments. */
    listPaidOrders: ({ from, to }: Period, timeoutMs: number) => {
      const query = new URLSearchParams({ from, to, state: 'completed', limit: String(paidOrdersMax) });
      return get('list_orders', `/orders?${query.toString()}`, { timeoutMs });
    },
    cancelOrder: (orderId: string, timeoutMs: number) =>
      post('cancel_order', `${order(orderId)}/cancel`, { reference: orderId, timeoutMs }),
    /** Safe to repeat under the same key. */
    refundOrder: (orderId: string, body: object, key: string, timeoutMs: number) => {
      const headers = { 'idempotency-key': key };
      return post('refund_order', `${order(orderId)}/refund`, { reference: key, headers, body, timeoutMs });
    },
    listWebhooks: (timeoutMs: number) => get('list_webhooks', '/webhooks', { timeoutMs }),
    createWebhook: (body: WebhookBody, timeoutMs: number) => post('create_webhook', '/webhooks', { body, timeoutMs }),
    updateWebhook: (webhookId: string, body: WebhookBody, timeoutMs: number) =>
      patch('update_webhook', `/webhooks/${encodeURIComponent(webhookId)}`, { body, timeoutMs }),
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
