import { lookup, type Lookup } from '../wire/lookup';
import { type TimeLeft } from '../wire/time-left';
import { type RevolutContext } from './client';
import { type Order, type OrderState, readOrder, readOrderIds } from './order';

/** Reads one order by the provider's own id. */
export const readById = async (o: RevolutContext, asked: string, timeLeft: TimeLeft): Promise<Lookup<Order>> =>
  lookup(o.log, await o.client.getOrder(asked, timeLeft.timeoutMs()), readOrder, ({ orderId }) =>
    orderId === asked ? undefined : `The answer is about order ${orderId}.`,
  );

/**
 * Finds the order of a type that carries a reference of ours. There is usually one; a slow request may have left a
 * second one, which no payer can pay because its token was never given out. The order that is furthest along counts,
 * and the older of two that are equally far.
 */
export const findByReference = async (
  o: RevolutContext,
  { reference, type }: { reference: string; type: 'payment' | 'refund' },
  timeLeft: TimeLeft,
): Promise<Lookup<Order>> => {
  const listed = lookup(o.log, await o.client.findOrders(reference, timeLeft.timeoutMs()), readOrderIds);
  if (listed.outcome !== 'found') return listed;

  const orders: Order[] = [];
  for (const orderId of listed.value) {
    const found = await readById(o, orderId, timeLeft);
    if (found.outcome !== 'found') return found;
    if (found.value.type === type && found.value.reference === reference) orders.push(found.value);
  }
  const [order] = orders.sort((a, b) => rank[b.state] - rank[a.state] || a.createdAt.localeCompare(b.createdAt));
  return order === undefined ? { outcome: 'missing' } : { outcome: 'found', value: order };
};

const rank: Readonly<Record<OrderState, number>> = {
  completed: 3,
  authorised: 2,
  processing: 2,
  pending: 1,
  cancelled: 0,
  failed: 0,
};
