import { startTimeLeft } from '../time-left';
import { readById } from './find-order';
import { paymentIdOf } from './requests';
import { type RevolutContext } from './revolut-context';

export type PaymentOfOrder =
  | { readonly outcome: 'found'; readonly paymentId: string; readonly isRefund: boolean }
  | { readonly outcome: 'unknown_payment' }
  | { readonly outcome: 'silent'; readonly detail: string };

/** Which payment an order is about: its own, or, for a refund or a chargeback, the one it belongs to. */
export const paymentOfOrder = async (o: RevolutContext, orderId: string): Promise<PaymentOfOrder> => {
  const timeLeft = startTimeLeft(o.timings);
  let lookup = await readById(o, orderId, timeLeft);
  const isRefund = lookup.outcome === 'found' && lookup.order.type === 'refund';
  if (lookup.outcome === 'found' && lookup.order.type !== 'payment' && lookup.order.relatedOrderId !== undefined) {
    lookup = await readById(o, lookup.order.relatedOrderId, timeLeft);
  }
  switch (lookup.outcome) {
    case 'found': {
      const paymentId = paymentIdOf(lookup.order.reference);
      return paymentId === undefined ? { outcome: 'unknown_payment' } : { outcome: 'found', paymentId, isRefund };
    }
    case 'missing':
      return { outcome: 'unknown_payment' };
    case 'unavailable':
    case 'silent':
      return { outcome: 'silent', detail: lookup.detail };
  }
};
