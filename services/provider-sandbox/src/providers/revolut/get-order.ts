import { describeOrder } from './describe-order';
import { notFound } from './guarded';
import { idOf, originOf, type RevolutEndpoint } from './revolut';

/** GET /orders/{id}: an order or a refund. */
export const getOrder: RevolutEndpoint = async ({ orders, clock }, request) => {
  const found = await orders.find(idOf(request));
  if (found === undefined) return notFound(clock.now());
  return { status: 200, body: describeOrder(found.order, found.refunds, originOf(request)) };
};
