import { type Order, type Payment } from './order';
import { refundedAmount } from './refund-order';

/** An order in the words of the Merchant API. `origin` is where the payer's page is. */
export const describeOrder = (order: Order, refunds: readonly Order[], origin: string): object => ({
  ...describeSimply(order),
  ...order.terms,
  // The token dies with the payment's authorisation.
  ...(isOpen(order) ? { token: order.token } : {}),
  ...(order.state === 'pending' && { checkout_url: `${origin}/pay/${order.token}` }),
  refunded_amount: refundedAmount(refunds),
  payments: order.payments.map((payment) => describePayment(order, payment)),
});

/** What a list shows. */
export const describeSimply = ({ id, type, state, createdAt, updatedAt, terms, ...order }: Order): object => ({
  id,
  type,
  state,
  created_at: createdAt,
  updated_at: updatedAt,
  amount: terms.amount,
  currency: terms.currency,
  outstanding_amount: isOpen({ state, type }) ? terms.amount : 0,
  capture_mode: terms.capture_mode,
  ...(terms.description === undefined ? {} : { description: terms.description }),
  ...(terms.merchant_order_data === undefined ? {} : { merchant_order_data: terms.merchant_order_data }),
  ...(order.relatedOrderId === null ? {} : { related_order_id: order.relatedOrderId }),
});

export const describePayment = (order: Order, payment: Payment): object => {
  const sign = order.type === 'refund' ? -1 : 1;
  const isSettling = ['captured', 'refund_validated', 'completed'].includes(payment.state);
  return {
    id: payment.id,
    order_id: order.id,
    state: payment.state,
    amount: payment.amount,
    currency: order.terms.currency,
    created_at: payment.createdAt,
    updated_at: payment.updatedAt,
    ...(payment.declineReason === null ? {} : { decline_reason: payment.declineReason }),
    ...(isSettling && { settled_amount: sign * payment.amount, settled_currency: order.terms.currency }),
    risk_level: 'low',
    fees: [],
    payment_method: {
      type: 'card',
      card_brand: payment.card.brand,
      funding: 'credit',
      card_country_code: 'GB',
      card_bin: payment.card.bin,
      card_last_four: payment.card.lastFour,
      card_expiry: payment.card.expiry,
      ...(payment.card.holderName === null ? {} : { cardholder_name: payment.card.holderName }),
      checks: { three_ds: { state: 'verified', version: 2 }, cvv_verification: 'match' },
    },
  };
};

const isOpen = ({ state, type }: Pick<Order, 'state' | 'type'>): boolean =>
  type === 'payment' && (state === 'pending' || state === 'processing');
