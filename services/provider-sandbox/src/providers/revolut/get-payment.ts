import { describePayment } from './describe-order';
import { notFound } from './guarded';
import { idOf, type RevolutEndpoint } from './revolut';

/** GET /payments/{id} */
export const getPayment: RevolutEndpoint = async ({ orders, clock }, request) => {
  const id = idOf(request);
  const order = await orders.findByPayment(id);
  const payment = order?.payments.find((candidate) => candidate.id === id);
  if (order === undefined || payment === undefined) return notFound(clock.now());
  return { status: 200, body: describePayment(order, payment) };
};
