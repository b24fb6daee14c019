import { randomUUID } from 'node:crypto';
import { toIso } from '@repasse/chassis/clock';
import { commit } from '../../callbacks/commit';
import { describeOrder } from './describe-order';
import { parseDuration } from './duration';
import { type Order, type OrderTerms } from './order';
import { readOrderTerms } from './order-rules';
import { revolutError } from './errors';
import { originOf, type RevolutEndpoint } from './revolut';

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
