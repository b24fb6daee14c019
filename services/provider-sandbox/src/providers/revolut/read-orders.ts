import { queryNumber, queryText, queryTime } from '../request';
import { describeOrder, describePayment, describeSimply } from './describe-order';
import { idOf, notFound, originOf, refundsOf, type RevolutEndpoint, revolutError } from './revolut';

/** GET /orders/{id}: an order or a refund. */
export const getOrder: RevolutEndpoint = async (revolut, request) => {
  const order = await revolut.orders.find(idOf(request));
  if (order === undefined) return notFound(revolut.clock.now());
  return { status: 200, body: describeOrder(order, await refundsOf(revolut, order), originOf(request)) };
};

const limitDefault = 100;
const limitMax = 500;

/** GET /orders: newest first, without payments. */
export const listOrders: RevolutEndpoint = async ({ orders, clock }, request) => {
  const limit = queryNumber(request, 'limit', { byDefault: limitDefault, min: 1, max: limitMax });
  const [from, to] = [queryTime(request, 'from'), queryTime(request, 'to')];
  if (limit === undefined || from === null || to === null)
    return revolutError('bad_request', `'limit', 'from' or 'to' is not valid`, clock.now());

  const { state } = request.query;
  const like = state === undefined ? undefined : [state].flat().map((one) => ({ state: one }));
  const refs = { reference: queryText(request, 'merchant_order_data_reference') };
  const found = await orders.list({ from, to, refs, like }, { isNewestFirst: true, limit });
  return { status: 200, body: { orders: found.map(describeSimply) } };
};

/** GET /orders/{id}/payments */
export const listPayments: RevolutEndpoint = async ({ orders, clock }, request) => {
  const order = await orders.find(idOf(request));
  if (order === undefined) return notFound(clock.now());
  return { status: 200, body: order.payments.map((payment) => describePayment(order, payment)) };
};

/** GET /payments/{id} */
export const getPayment: RevolutEndpoint = async ({ orders, clock }, request) => {
  const id = idOf(request);
  const order = await orders.findBy({ paymentIds: [id] });
  const payment = order?.payments.find((candidate) => candidate.id === id);
  if (order === undefined || payment === undefined) return notFound(clock.now());
  return { status: 200, body: describePayment(order, payment) };
};
