import { sumMinor } from '@repasse/values/money';
import { type Order, type OrderDecision, type OrderTerms } from './order';

export interface RefundOrder {
  readonly refundId: string;
  readonly token: string;
  readonly terms: OrderTerms;
  readonly idempotencyKey: string | null;
  /** The card's issuer refuses at once: the request is answered 400, and yet the refund's order exists. */
  readonly isDeclined: boolean;
  readonly now: string;
  readonly dueAt: string;
}

type RefundRefusal = 'not_completed' | 'too_much';

/** Pays back a part or all. A refund is an order of its own; those that failed gave nothing back. */
export const refundOrder = (order: Order, refunds: readonly Order[], request: RefundOrder): Order | RefundRefusal => {
  const { refundId: id, isDeclined, now, ...given } = request;
  if (order.type !== 'payment' || order.state !== 'completed') return 'not_completed';
  const before = sumMinor(refunds.filter(({ state }) => state !== 'failed').map(({ terms }) => terms.amount));
  if (before + given.terms.amount > order.terms.amount) return 'too_much';
  const refund: Order = {
    ...given,
    id,
    type: 'refund',
    state: 'processing',
    payments: [{ state: 'refund_validated', declineReason: null, createdAt: now, updatedAt: now }],
    relatedOrderId: order.id,
    createdAt: now,
    updatedAt: now,
  };
  return isDeclined ? ended(refund, false, now) : refund;
};

/** A refund under way comes to its end. Undefined when it has one already. */
export const settleRefund = (refund: Order, isSettled: boolean, now: string): OrderDecision | undefined => {
  if (refund.type !== 'refund' || refund.state !== 'processing') return undefined;
  return { order: ended(refund, isSettled, now), events: [isSettled ? 'ORDER_COMPLETED' : 'ORDER_FAILED'] };
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
