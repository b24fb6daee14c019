import { assertNever } from '@repasse/chassis/decider';
import { startTimeLeft, type TimeLeft } from '../time-left';
import { type CancelOutcome, type PaymentRef } from '../provider';
import { readById, toLookup } from './find-order';
import { readOrderOf } from './inspect-order';
import { type Order } from './order';
import { receiptsOfOrder } from './receipt-of-order';
import { type RevolutContext } from './revolut-context';

/**
 * POST /orders/{id}/cancel, which the provider takes for orders that are pending or authorised. What it refuses is
 * looked at, because the reason is where the order stands: paid, taken back before, or being paid this moment.
 */
export const cancelOrder = async (o: RevolutContext, payment: PaymentRef): Promise<CancelOutcome> => {
  const timeLeft = startTimeLeft(o.timings);
  const orderId = payment.providerReference ?? (await orderIdOf(o, payment, timeLeft));
  if (typeof orderId !== 'string') return orderId;

  const answer = await o.client.cancelOrder(orderId, timeLeft.timeoutMs());
  switch (answer.kind) {
    case 'answered': {
      const lookup = toLookup(o, answer);
      if (lookup.outcome !== 'found') return { outcome: 'silent', detail: 'The answer cannot be read.' };
      return standing(payment, lookup.order);
    }
    case 'refused':
      return whereItStands(o, payment, orderId, timeLeft);
    case 'missing':
      return { outcome: 'missing' };
    case 'unavailable':
    case 'silent':
      return { outcome: 'silent', detail: answer.detail };
    default:
      return assertNever(answer);
  }
};

/** The order of a payment whose making was met with silence: there may be one all the same. */
const orderIdOf = async (
  o: RevolutContext,
  payment: PaymentRef,
  timeLeft: TimeLeft,
): Promise<string | CancelOutcome> => {
  const lookup = await readOrderOf(o, payment, timeLeft);
  if (lookup.outcome === 'found') return lookup.order.orderId;
  return lookup.outcome === 'missing' ? lookup : { outcome: 'silent', detail: lookup.detail };
};

const whereItStands = async (
  o: RevolutContext,
  payment: PaymentRef,
  orderId: string,
  timeLeft: TimeLeft,
): Promise<CancelOutcome> => {
  const lookup = await readById(o, orderId, timeLeft);
  if (lookup.outcome === 'found') return standing(payment, lookup.order);
  return lookup.outcome === 'missing' ? lookup : { outcome: 'silent', detail: lookup.detail };
};

const standing = ({ facts }: PaymentRef, order: Order): CancelOutcome => {
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
