import { describePayment } from './describe-order';
import { notFound } from './guarded';
import { idOf, type RevolutEndpoint } from './revolut';

/** GET /orders/{id}/payments */
export const listPayments: RevolutEndpoint = async ({ orders, clock }, request) => {
  const found = await orders.find(idOf(request));
  if (found === undefined) return notFound(clock.now());
  return { status: 200, body: found.order.payments.map((payment) => describePayment(found.order, payment)) };
};
