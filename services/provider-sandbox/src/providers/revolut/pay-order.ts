import { assertNever } from '@repasse/chassis/decider';
import { type Order, type OrderDecision, type OrderEvent, type Payment } from './order';

/** How a payment goes. Anything but the first two is only had by a test card or a control. */
export type PayOutcome = 'paid' | 'declined' | 'failed' | 'processing' | 'authorised';

export interface CardVerdict {
  readonly outcome: PayOutcome;
  /** Why, of a payment that is declined or failed. */
  readonly declineReason: string;
}

/**
 * The payer presses pay. On an order that is stuck in processing or authorised the payment goes on from there.
 * Undefined when the order cannot be paid any more.
 */
export const payOrder = (order: Order, verdict: CardVerdict, now: string): OrderDecision | undefined => {
  if (order.type !== 'payment') return undefined;
  const stuck = order.payments.at(-1);
  if (order.state === 'pending') {
    const payment = { state: 'authorisation_started', declineReason: null, createdAt: now, updatedAt: now } as const;
    return settle(order, payment, verdict, now);
  }
  if (stuck === undefined || !isGoingOn(order, verdict.outcome)) return undefined;
  return settle({ ...order, payments: order.payments.slice(0, -1) }, stuck, verdict, now);
};

/** Authorised money can only come: it is no longer declined. */
const isGoingOn = ({ state }: Order, outcome: PayOutcome): boolean =>
  (state === 'processing' && outcome !== 'processing') || (state === 'authorised' && outcome === 'paid');

const settle = (
  order: Order,
  payment: Payment,
  { outcome, declineReason }: CardVerdict,
  now: string,
): OrderDecision => {
  const become = (state: Order['state'], changes: Partial<Payment>, events: readonly OrderEvent[]): OrderDecision => {
    const payments = [...order.payments, { ...payment, ...changes, updatedAt: now }];
    // An authorised order waits for the merchant; only one that may still be paid expires.
    const dueAt = state === 'authorised' || state === 'completed' ? null : order.dueAt;
    return { order: { ...order, state, payments, dueAt, updatedAt: now }, events };
  };
  const started: OrderEvent[] = order.state === 'pending' ? ['ORDER_PAYMENT_AUTHORISATION_STARTED'] : [];
  const authorised: OrderEvent[] = order.state === 'authorised' ? [] : [...started, 'ORDER_AUTHORISED'];

  switch (outcome) {
    case 'processing':
      return become('processing', {}, started);
    case 'declined':
      return become('pending', { state: 'declined', declineReason }, [...started, 'ORDER_PAYMENT_DECLINED']);
    case 'failed':
      return become('pending', { state: 'failed', declineReason }, [...started, 'ORDER_PAYMENT_FAILED']);
    case 'authorised':
      return become('authorised', { state: 'authorised' }, authorised);
    case 'paid':
      return become('completed', { state: 'captured' }, [...authorised, 'ORDER_COMPLETED']);
    default:
      return assertNever(outcome);
  }
};
