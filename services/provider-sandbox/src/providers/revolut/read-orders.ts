import { type Request } from 'express';
import { queryText } from '../request';
import { describeOrder, describePayment, describeSimply } from './describe-order';
import { notFound, revolutError } from './guarded';
import { idOf, originOf, type RevolutEndpoint } from './revolut';

/** GET /orders/{id}: an order or a refund. */
export const getOrder: RevolutEndpoint = async ({ orders, clock }, request) => {
  const found = await orders.find(idOf(request));
  if (found === undefined) return notFound(clock.now());
  return { status: 200, body: describeOrder(found.order, found.refunds, originOf(request)) };
};

const limitDefault = 100;
const limitMax = 500;

/** GET /orders: newest first, without payments. */
export const listOrders: RevolutEndpoint = async ({ orders, clock }, request) => {
  const limit = Number(queryText(request, 'limit') ?? limitDefault);
  const [from, to] = [timeOf(request, 'from'), timeOf(request, 'to')];
  if (!Number.isInteger(limit) || limit < 1 || limit > limitMax || from === false || to === false)
    return revolutError('bad_request', `'limit', 'from' or 'to' is not valid`, clock.now());

  const { state } = request.query;
  const states = state === undefined ? null : [state].flat().map(String);
  const reference = queryText(request, 'merchant_order_data_reference') ?? null;
  const found = await orders.list({ from, to, states, reference }, limit);
  return { status: 200, body: { orders: found.map(describeSimply) } };
};

/** Null when it is not asked for, false when it is no time. */
const timeOf = (request: Request, name: string): string | null | false => {
  const text = queryText(request, name);
  if (text === undefined) return null;
  return Number.isNaN(Date.parse(text)) ? false : new Date(text).toISOString();
};

/** GET /orders/{id}/payments */
export const listPayments: RevolutEndpoint = async ({ orders, clock }, request) => {
  const found = await orders.find(idOf(request));
  if (found === undefined) return notFound(clock.now());
  return { status: 200, body: found.order.payments.map((payment) => describePayment(found.order, payment)) };
};

/** GET /payments/{id} */
export const getPayment: RevolutEndpoint = async ({ orders, clock }, request) => {
  const id = idOf(request);
  const order = await orders.findByPayment(id);
  const payment = order?.payments.find((candidate) => candidate.id === id);
  if (order === undefined || payment === undefined) return notFound(clock.now());
  return { status: 200, body: describePayment(order, payment) };
};
