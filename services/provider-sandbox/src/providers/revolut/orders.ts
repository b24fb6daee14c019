import { randomUUID } from 'node:crypto';
import { toIso } from '@repasse/chassis/clock';
import { commit } from '../../callbacks/commit';
import { type ProviderAnswer } from '../answer';
import { queryNumber, queryText, queryTime } from '../request';
import { changeOrder } from './change';
import { cancelOrder as cancel } from './change-order';
import { describeOrder, describeSimply } from './describe-order';
import { parseDuration, readOrderTerms } from './order-rules';
import { type Order } from './order';
import { idOf, notFound, type RevolutEndpoint, revolutError } from './revolut';

/** How long an order stays pending when the request does not say. */
const expireAfterMsDefault = 30 * 86_400_000;

/** POST /orders. Sent twice it makes two orders: there is no idempotency here, as in the real one. */
export const createOrder: RevolutEndpoint = async (revolut, request) => {
  const now = revolut.clock.now();
  const reading = readOrderTerms(request.body);
  if ('fault' in reading) return revolutError('bad_request', reading.fault, now);
  const { expire_pending_after: duration = '' } = reading.terms;
  const order: Order = {
    id: randomUUID(),
    token: randomUUID(),
    type: 'payment',
    state: 'pending',
    terms: reading.terms,
    payments: [],
    relatedOrderId: null,
    idempotencyKey: null,
    createdAt: toIso(now),
    updatedAt: toIso(now),
    dueAt: toIso(new Date(now.getTime() + (parseDuration(duration) ?? expireAfterMsDefault))),
  };
  await commit(revolut, revolut.orders, async () => ({ saved: [order], result: order }));
  return { status: 201, body: describeOrder(order) };
};

/** GET /orders/{id}: an order or a refund. */
export const getOrder: RevolutEndpoint = async ({ orders, clock }, request) => {
  const order = await orders.find(idOf(request));
  return order === undefined ? notFound(clock.now()) : { status: 200, body: describeOrder(order) };
};

const limitDefault = 100;
const limitMax = 500;

/** GET /orders: newest first, without payments. */
export const listOrders: RevolutEndpoint = async ({ orders, clock }, request) => {
  const limit = queryNumber(request, 'limit', { byDefault: limitDefault, min: 1, max: limitMax });
  const [from, to] = [queryTime(request, 'from'), queryTime(request, 'to')];
  if (limit === undefined || from === null || to === null)
    return revolutError('bad_request', `'limit', 'from' or 'to' is not valid`, clock.now());

  const like = [{ state: queryText(request, 'state') }];
  const refs = { reference: queryText(request, 'merchant_order_data_reference') };
  const found = await orders.list({ from, to, refs, like }, { isNewestFirst: true, limit });
  return { status: 200, body: { orders: found.map(describeSimply) } };
};

/** POST /orders/{id}/cancel: only what is pending or authorised. */
export const cancelOrder: RevolutEndpoint = async (revolut, request) => {
  const now = revolut.clock.now();
  const answer = await changeOrder<ProviderAnswer>(revolut, idOf(request), (order) => {
    const decision = cancel(order, toIso(now));
    if (decision !== undefined) return { decision, answer: { status: 200, body: describeOrder(decision.order) } };
    return { answer: revolutError('order_invalid_state', `Order in state '${order.state}' cannot be cancelled`, now) };
  });
  return answer ?? notFound(now);
};
