import { type TimeLeft } from '../time-left';
import { silent, type Unfound, unfound } from '../unfound';
import { type RevolutAnswer } from './client';
import { type Order, type OrderState, readOrder, readOrderIds, UnreadableOrder } from './order';
import { type RevolutContext } from './revolut-context';

export type Lookup = { readonly outcome: 'found'; readonly order: Order } | Unfound;

/** Reads one order by the provider's own id. */
export const readById = async (o: RevolutContext, orderId: string, timeLeft: TimeLeft): Promise<Lookup> => {
  const lookup = toLookup(o, await o.client.getOrder(orderId, timeLeft.timeoutMs()));
  return lookup.outcome === 'found' && lookup.order.orderId !== orderId
    ? silent(`The answer is about order ${lookup.order.orderId}.`)
    : lookup;
};

/**
 * Finds the order of a type that carries a reference of ours. There is one as a rule; a request that was slow rather
 * than lost may have left a second one, which nobody can pay because nobody was given its token. The one that is
 * furthest along counts, and the older of two that are equally far.
 */
export const findByReference = async (
  o: RevolutContext,
  { reference, type }: { reference: string; type: 'payment' | 'refund' },
  timeLeft: TimeLeft,
): Promise<Lookup> => {
  const listed = read(o, await o.client.findOrders(reference, timeLeft.timeoutMs()), readOrderIds);
  if ('outcome' in listed) return listed;

  const orders: Order[] = [];
  for (const orderId of listed.value) {
    const lookup = await readById(o, orderId, timeLeft);
    if (lookup.outcome !== 'found') return lookup;
    if (lookup.order.type === type && lookup.order.reference === reference) orders.push(lookup.order);
  }
  const [order] = orders.sort((a, b) => rank[b.state] - rank[a.state] || a.createdAt.localeCompare(b.createdAt));
  return order === undefined ? { outcome: 'missing' } : { outcome: 'found', order };
};

/** Sorts an answer that should be an order. */
export const toLookup = (o: RevolutContext, answer: RevolutAnswer): Lookup => {
  const order = read(o, answer, readOrder);
  return 'outcome' in order ? order : { outcome: 'found', order: order.value };
};

const rank: Readonly<Record<OrderState, number>> = {
  completed: 3,
  authorised: 2,
  processing: 2,
  pending: 1,
  cancelled: 0,
  failed: 0,
};

/** Sorts an answer that should be something. */
export const read = <T>(
  { log }: RevolutContext,
  answer: RevolutAnswer,
  as: (body: unknown) => T,
): { value: T } | Unfound => {
  if (answer.kind !== 'answered') return unfound(answer);
  try {
    return { value: as(answer.body) };
  } catch (fault) {
    if (!(fault instanceof UnreadableOrder)) throw fault;
    log.error({ provider: 'REVOLUT', reason: fault.message }, 'provider said something unreadable');
    return silent(fault.message);
  }
};
