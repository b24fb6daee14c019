import { lenient, matcher, object, text } from '../wire/schema';
import { type Named, namedBy, type NamesIn } from '../callback';
import { startTimeLeft } from '../wire/time-left';
import { type RevolutContext } from './client';
import { readById } from './find-order';
import { paymentIdOf } from './requests';

/** It has no id of its own and no reason: it only says where to look. */
const callbackIn = matcher(object({ order_id: lenient(text), merchant_order_ext_ref: lenient(text) }));

/** The payment of a callback: by our reference where the order has one, else by the order. */
export const createNamesIn =
  (o: RevolutContext): NamesIn =>
  async (body) => {
    const { order_id: orderId, merchant_order_ext_ref: reference } = callbackIn(JSON.parse(body)) ?? {};
    const paymentId = paymentIdOf(reference);
    if (paymentId !== undefined || orderId === undefined) return [{ type: 'payment', paymentId }];
    return [await paymentOfOrder(o, orderId)];
  };

/** Which payment an order is about: its own, or, for a refund or a chargeback, the one it belongs to. */
const paymentOfOrder = async (o: RevolutContext, orderId: string): Promise<Named> => {
  const timeLeft = startTimeLeft(o.timings);
  let found = await readById(o, orderId, timeLeft);
  const isRefund = found.outcome === 'found' && found.value.type === 'refund';
  if (found.outcome === 'found' && found.value.type !== 'payment' && found.value.relatedOrderId !== undefined) {
    found = await readById(o, found.value.relatedOrderId, timeLeft);
  }
  return found.outcome === 'found'
    ? { type: 'payment', paymentId: paymentIdOf(found.value.reference), isRefund }
    : namedBy(found, () => undefined);
};
