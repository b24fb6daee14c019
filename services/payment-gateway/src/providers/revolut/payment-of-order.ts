import { missingOrSilent } from '../wire/lookup';
import { startTimeLeft } from '../wire/time-left';
import { readById } from './find-order';
import { paymentIdOf } from './requests';
import { type RevolutContext } from './revolut-context';

export type PaymentOfOrder =
  | { readonly outcome: 'found'; readonly paymentId: string; readonly isRefund: boolean }
  | { readonly outcome: 'missing' }
  | { readonly outcome: 'silent'; readonly detail: string };

/** Which payment an order is about: its own, or, for a refund or a chargeback, the one it belongs to. */
export const paymentOfOrder = async (o: RevolutContext, orderId: string): Promise<PaymentOfOrder> => {
  const timeLeft = startTimeLeft(o.timings);
  let found = await readById(o, orderId, timeLeft);
  const isRefund = found.outcome === 'found' && found.value.type === 'refund';
  if (found.outcome === 'found' && found.value.type !== 'payment' && found.value.relatedOrderId !== undefined) {
    found = await readById(o, found.value.relatedOrderId, timeLeft);
  }
  if (found.outcome !== 'found') return missingOrSilent(found);
  const paymentId = paymentIdOf(found.value.reference);
  return paymentId === undefined ? { outcome: 'missing' } : { outcome: 'found', paymentId, isRefund };
};
