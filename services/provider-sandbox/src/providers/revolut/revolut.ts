import { type Request } from 'express';
import { type Config } from '../../config';
import { type Documents } from '../../store/documents';
import { type World } from '../../world';
import { type Endpoint } from '../api';
import { guidParam } from '../request';
import { type ProviderAnswer } from '../answer';
import { type Order } from './order';

export interface RevolutWebhook {
  readonly id: string;
  readonly url: string;
  readonly events: readonly string[];
  readonly signingSecret: string;
  readonly createdAt: string;
}

/** Everything an endpoint of the simulated Merchant API may use. */
export interface Revolut extends World {
  readonly secretKey: string;
  readonly orders: Documents<Order>;
  readonly webhooks: Documents<RevolutWebhook>;
}

/** Undefined without the secret key: Revolut is not simulated then. */
export const openRevolut = (world: World, { secretKey }: Config['revolut']): Revolut | undefined => {
  if (secretKey === undefined) return undefined;
  const orders = world.store.documents<Order>('revolut_order', (order) => ({
    id: order.id,
    createdAt: order.createdAt,
    dueAt: order.dueAt,
    refs: {
      token: order.token,
      relatedOrderId: order.relatedOrderId,
      reference: order.terms.merchant_order_data?.reference,
    },
  }));
  const webhooks = world.store.documents<RevolutWebhook>('revolut_webhook', ({ id, createdAt }) => ({ id, createdAt }));
  return { ...world, secretKey, orders, webhooks };
};

export type RevolutEndpoint = Endpoint<Revolut>;

/** The id of an order or a webhook in the path. */
export const idOf = (request: Request): string => guidParam(request, 'id');

const statuses = {
  bad_request: 400,
  unauthenticated: 401,
  not_found: 404,
  conflict: 409,
  order_invalid_state: 422,
  unprocessable: 422,
  internal_error: 500,
  service_unavailable: 503,
} as const;

type RevolutErrorCode = keyof typeof statuses;

/** Revolut's errors carry their time in milliseconds. */
export const revolutError = (code: RevolutErrorCode, message: string, now: Date): ProviderAnswer => ({
  status: statuses[code],
  body: { code, message, timestamp: now.getTime() },
});

export const notFound = (now: Date): ProviderAnswer =>
  revolutError('not_found', 'Requested resource is not found', now);
