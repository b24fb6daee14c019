import { assertNever } from '@repasse/chassis/decider';
import { type CancelOutcome, type PaymentRef } from '../provider';
import { lookup, type Lookup, missingOrSilent } from '../wire/lookup';
import { startTimeLeft } from '../wire/time-left';
import { type RevolutContext } from './client';
import { readById } from './find-order';
import { readOrderOf } from './inspect-order';
import { type Order, readOrder, receiptsOfOrder } from './order';

/**
 * POST /orders/{id}/cancel, which the provider takes for orders that are pending or authorised. What it refuses is
 * looked at, because the reason is where the order stands: paid, taken back before, or being paid this moment.
 */
export const cancelOrder = async (o: RevolutContext, payment: PaymentRef): Promise<CancelOutcome> => {
  const timeLeft = startTimeLeft(o.timings);
  let orderId = payment.providerReference;
  if (orderId === null) {
    // Its making was met with silence, so there may be an order all the same.
    const found = await readOrderOf(o, payment, timeLeft);
    if (found.outcome !== 'found') return missingOrSilent(found);
    orderId = found.value.orderId;
  }
  const answer = await o.client.cancelOrder(orderId, timeLeft.timeoutMs());
  const found = answer.outcome === 'refused' ? await readById(o, orderId, timeLeft) : lookup(o.log, answer, readOrder);
  return standing(payment, found);
};

const standing = ({ facts }: PaymentRef, found: Lookup<Order>): CancelOutcome => {
  if (found.outcome !== 'found') return missingOrSilent(found);
  const { value: order } = found;
  switch (order.state) {
    case 'completed':
      return { outcome: 'received', receipts: receiptsOfOrder(order, facts) };
    case 'cancelled':
    case 'failed':
      return { outcome: 'canceled' };
    case 'pending':
    case 'processing':
    case 'authorised':
      return { outcome: 'refused', detail: `The order is ${order.state}.` };
    default:
      return assertNever(order.state);
  }
};
