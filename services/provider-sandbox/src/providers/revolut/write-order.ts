import { randomUUID } from 'node:crypto';
import { toIso } from '@repasse/chassis/clock';
import { commit } from '../../callbacks/commit';
import { fieldsOf } from '../request';
import { describeOrder } from './describe-order';
import { parseDuration, readOrderTerms } from './order-rules';
import { type Order, type OrderTerms } from './order';
import { idOf, notFound, originOf, type RevolutEndpoint, revolutError } from './revolut';
import { changeOrder } from './change';

/** How long an order stays pending when the request does not say. */
const expireAfterMsDefault = 30 * 86_400_000;

/** POST /orders. Sent twice it makes two orders: there is no idempotency here, as in the real one. */
export const createOrder: RevolutEndpoint = async (revolut, request) => {
  const now = revolut.clock.now();
  const reading = readOrderTerms(request.body, revolut.acceptsLocalUrls);
  if ('fault' in reading) return revolutError('bad_request', reading.fault, now);
  const customer = reading.terms.customer;
  if (customer !== undefined && 'id' in customer) return revolutError('not_found', 'Customer is not found', now);

  const order = newOrder(reading.terms, now);
  await commit(revolut, revolut.orders, async () => ({ saved: [order], result: order }));
  return { status: 201, body: describeOrder(order, [], originOf(request)) };
};

const newOrder = (terms: OrderTerms, now: Date): Order => ({
  id: randomUUID(),
  token: randomUUID(),
  type: 'payment',
  state: 'pending',
  // Without an id it is a new customer, every time.
  terms: terms.customer === undefined ? terms : { ...terms, customer: { id: randomUUID(), ...terms.customer } },
  payments: [],
  capturedAmount: 0,
  relatedOrderId: null,
  idempotencyKey: null,
  createdAt: toIso(now),
  updatedAt: toIso(now),
  dueAt: toIso(new Date(now.getTime() + expireAfterMs(terms))),
});

const expireAfterMs = ({ expire_pending_after: duration }: OrderTerms): number =>
  (duration === undefined ? undefined : parseDuration(duration)) ?? expireAfterMsDefault;

/** Fields that may change after the order is authorised or completed. */
const lateFields = ['description', 'merchant_order_data', 'metadata'];

/** PATCH /orders/{id}: everything while it is pending, words afterwards, nothing while it is processing. */
export const updateOrder: RevolutEndpoint = async (revolut, request) => {
  const now = revolut.clock.now();
  const given = fieldsOf(request.body);
  const answer = await changeOrder(revolut, idOf(request), (order, refunds) => {
    if (!mayChange(order, given))
      return { answer: revolutError('order_invalid_state', `Order in state '${order.state}' cannot change so`, now) };
    const reading = readOrderTerms({ ...order.terms, ...given }, revolut.acceptsLocalUrls);
    if ('fault' in reading) return { answer: revolutError('bad_request', reading.fault, now) };
    const revised = { ...order, terms: reading.terms, updatedAt: toIso(now) };
    return { orders: [revised], answer: { status: 200, body: describeOrder(revised, refunds, originOf(request)) } };
  });
  return answer ?? notFound(now);
};

const mayChange = ({ type, state }: Order, given: object): boolean => {
  if (type !== 'payment' || 'expire_pending_after' in given) return false;
  if (state === 'pending') return true;
  const isDecided = state === 'authorised' || state === 'completed';
  return isDecided && Object.keys(given).every((field) => lateFields.includes(field));
};
