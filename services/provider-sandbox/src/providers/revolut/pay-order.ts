import { assertNever } from '@repasse/chassis/decider';
import { type MaskedCard, type Order, type OrderDecision, type OrderEvent, type Payment } from './order';

/** How a payment goes. Anything but the first two is only had by a test card or a control. */
export type PayOutcome = 'paid' | 'declined' | 'failed' | 'processing' | 'authorised';

export interface PayOrder {
  readonly outcome: PayOutcome;
  /** Why, of a payment that is declined or failed. */
  readonly declineReason: string;
  readonly card: MaskedCard;
  /** Of the payment, should it be a new one. */
  readonly paymentId: string;
  readonly now: string;
}

/**
 * The payer presses pay. On an order that is stuck in processing or authorised the payment goes on from there.
 * Undefined when the order cannot be paid any more.
 */
export const payOrder = (order: Order, request: PayOrder): OrderDecision | undefined => {
  if (order.type !== 'payment') return undefined;
  const stuck = order.payments.at(-1);
  if (order.state === 'pending') return settle(order, startPayment(order, request), request, true);
  if (stuck === undefined || !isGoingOn(order, request.outcome)) return undefined;
  return settle({ ...order, payments: order.payments.slice(0, -1) }, stuck, request, false);
};

/** Authorised money can only come: it is no longer declined. */
const isGoingOn = ({ state }: Order, outcome: PayOutcome): boolean =>
  (state === 'processing' && outcome !== 'processing') || (state === 'authorised' && outcome === 'paid');

const startPayment = (order: Order, { paymentId, card, now }: PayOrder): Payment => ({
  id: paymentId,
  state: 'authorisation_started',
  amount: order.terms.amount,
  card,
  declineReason: null,
  createdAt: now,
  updatedAt: now,
});

const settle = (order: Order, payment: Payment, request: PayOrder, isNew: boolean): OrderDecision => {
  const become = (state: Order['state'], changes: Partial<Payment>, events: readonly OrderEvent[]): OrderDecision => {
    const settled = withPayment(order, { ...payment, ...changes, updatedAt: request.now }, state, request.now);
    return { orders: [settled], events: events.map((event) => ({ event, order: settled })) };
  };
  const started: OrderEvent[] = isNew ? ['ORDER_PAYMENT_AUTHORISATION_STARTED'] : [];
  const authorised: OrderEvent[] = order.state === 'authorised' ? [] : [...started, 'ORDER_AUTHORISED'];
  const { declineReason } = request;

  switch (request.outcome) {
    case 'processing':
      return become('processing', {}, started);
    case 'declined':
      return become('pending', { state: 'declined', declineReason }, [...started, 'ORDER_PAYMENT_DECLINED']);
    case 'failed':
      return become('pending', { state: 'failed', declineReason }, [...started, 'ORDER_PAYMENT_FAILED']);
    case 'authorised':
      return become('authorised', { state: 'authorised' }, authorised);
    case 'paid':
      // An authorised order is captured now, in either capture mode.
      return order.terms.capture_mode === 'manual' && order.state !== 'authorised'
        ? become('authorised', { state: 'authorised' }, authorised)
        : become('completed', { state: 'captured' }, [...authorised, 'ORDER_COMPLETED']);
    default:
      return assertNever(request.outcome);
  }
};

const withPayment = (order: Order, payment: Payment, state: Order['state'], now: string): Order => ({
  ...order,
  state,
  payments: [...order.payments, payment],
  capturedAmount: state === 'completed' ? payment.amount : 0,
  // An authorised order waits for the merchant; only one that may still be paid expires.
  dueAt: state === 'authorised' || state === 'completed' ? null : order.dueAt,
  updatedAt: now,
});
