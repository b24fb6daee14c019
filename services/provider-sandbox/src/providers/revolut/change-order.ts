import { type Order, type OrderDecision } from './order';

/** The merchant takes an order back. Undefined when money is under way or has come. */
export const cancelOrder = (order: Order, now: string): OrderDecision | undefined => {
  if (order.type !== 'payment' || (order.state !== 'pending' && order.state !== 'authorised')) return undefined;
  const payments = order.payments.map((payment) =>
    payment.state === 'authorised' ? { ...payment, state: 'cancelled' as const, updatedAt: now } : payment,
  );
  return one({ ...order, state: 'cancelled', payments, dueAt: null, updatedAt: now }, 'ORDER_CANCELLED');
};

/** Takes authorised money, all of it or a part; once. Undefined when that is not possible. */
export const captureOrder = (order: Order, amount: number, now: string): OrderDecision | undefined => {
  if (order.state === 'completed' && order.type === 'payment' && order.capturedAmount === amount)
    return { orders: [order], events: [] };
  if (order.state !== 'authorised' || amount <= 0 || amount > order.terms.amount) return undefined;
  const payments = order.payments.map((payment) =>
    payment.state === 'authorised' ? { ...payment, state: 'captured' as const, updatedAt: now } : payment,
  );
  return one({ ...order, state: 'completed', payments, capturedAmount: amount, updatedAt: now }, 'ORDER_COMPLETED');
};

/** A pending order whose time is up fails. Undefined when it is not yet, or is paid by now. */
export const expireOrder = (order: Order, now: string): OrderDecision | undefined => {
  const isDue = order.dueAt !== null && order.dueAt <= now;
  if (order.type !== 'payment' || order.state !== 'pending' || !isDue) return undefined;
  return one({ ...order, state: 'failed', dueAt: null, updatedAt: now }, 'ORDER_FAILED');
};

const one = (order: Order, event: OrderDecision['events'][number]['event']): OrderDecision => ({
  orders: [order],
  events: [{ event, order }],
});
