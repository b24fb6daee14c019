import { sumMinor } from '@repasse/chassis/money';
import { type Order, type OrderDecision, type OrderTerms } from './order';

export interface RefundOrder {
  readonly refundId: string;
  readonly token: string;
  readonly paymentId: string;
  readonly amount: number;
  readonly details: Pick<OrderTerms, 'description' | 'merchant_order_data' | 'metadata'>;
  readonly idempotencyKey: string | null;
  /** The card's issuer refuses at once: the request is answered 400, and yet the refund's order exists. */
  readonly isDeclined: boolean;
  readonly now: string;
  readonly dueAt: string;
}

export type RefundRefusal = 'not_completed' | 'too_much';

/** Pays back a part or all. A refund is an order of its own; those that failed gave nothing back. */
export const refundOrder = (order: Order, refunds: readonly Order[], request: RefundOrder): Order | RefundRefusal => {
  if (order.type !== 'payment' || order.state !== 'completed') return 'not_completed';
  if (refundedAmount(refunds) + request.amount > order.capturedAmount) return 'too_much';
  const refund = accepted(order, request);
  return request.isDeclined ? ended(refund, false, request.now) : refund;
};

export const refundedAmount = (refunds: readonly Order[]): number =>
  sumMinor(refunds.filter(({ state }) => state !== 'failed').map(({ terms }) => terms.amount));

const accepted = (order: Order, request: RefundOrder): Order => {
  const { refundId, token, paymentId, amount, details, idempotencyKey, now, dueAt } = request;
  const [paid] = order.payments.filter(({ state }) => state === 'captured');
  if (paid === undefined) throw new Error(`Order ${order.id} is completed without a payment.`);
  const { currency, capture_mode, authorisation_type, enforce_challenge } = order.terms;
  return {
    id: refundId,
    token,
    type: 'refund',
    state: 'processing',
    terms: { amount, currency, capture_mode, authorisation_type, enforce_challenge, ...details },
    payments: [{ ...paid, id: paymentId, state: 'refund_validated', amount, createdAt: now, updatedAt: now }],
    capturedAmount: 0,
    relatedOrderId: order.id,
    idempotencyKey,
    createdAt: now,
    updatedAt: now,
    dueAt,
  };
};

/** A refund under way comes to its end. Undefined when it has one already. */
export const settleRefund = (refund: Order, isSettled: boolean, now: string): OrderDecision | undefined => {
  if (refund.type !== 'refund' || refund.state !== 'processing') return undefined;
  const order = ended(refund, isSettled, now);
  return { orders: [order], events: [{ event: isSettled ? 'ORDER_COMPLETED' : 'ORDER_FAILED', order }] };
};

const ended = (refund: Order, isSettled: boolean, now: string): Order => ({
  ...refund,
  state: isSettled ? 'completed' : 'failed',
  dueAt: null,
  updatedAt: now,
  payments: refund.payments.map((payment) => ({
    ...payment,
    state: isSettled ? ('completed' as const) : ('declined' as const),
    declineReason: isSettled ? null : 'do_not_honour',
    updatedAt: now,
  })),
});
