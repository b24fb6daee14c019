import { type Order, type OrderDecision } from './order';

/** The merchant takes an order back. Undefined when money is under way or has come. */
export const cancelOrder = (order: Order, now: string): OrderDecision | undefined => {
  if (order.type !== 'payment' || (order.state !== 'pending' && order.state !== 'authorised')) return undefined;
  const payments = order.payments.map((payment) =>
    payment.state === 'authorised' ? { ...payment, state: 'cancelled' as const, updatedAt: now } : payment,
  );
  const canceled: Order = { ...order, state: 'cancelled', payments, dueAt: null, updatedAt: now };
  return { order: canceled, events: ['ORDER_CANCELLED'] };
};

/** A pending order whose time is up fails. Undefined when it is not yet, or is paid by now. */
export const expireOrder = (order: Order, now: string): OrderDecision | undefined => {
  const isDue = order.dueAt !== null && order.dueAt <= now;
  if (order.type !== 'payment' || order.state !== 'pending' || !isDue) return undefined;
  return { order: { ...order, state: 'failed', dueAt: null, updatedAt: now }, events: ['ORDER_FAILED'] };
};
