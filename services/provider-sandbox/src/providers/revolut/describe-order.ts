import { type Order } from './order';

/** An order in the words of the Merchant API. */
export const describeOrder = (order: Order): object => ({
  ...describeSimply(order),
  ...order.terms,
  // The token dies with the payment's authorisation.
  ...(order.type === 'payment' && (order.state === 'pending' || order.state === 'processing')
    ? { token: order.token }
    : {}),
  payments: order.payments.map(({ state, declineReason, createdAt, updatedAt }) => ({
    state,
    ...(declineReason === null ? {} : { decline_reason: declineReason }),
    created_at: createdAt,
    updated_at: updatedAt,
  })),
});

/** An order as lists show it. */
export const describeSimply = ({ id, type, state, createdAt, updatedAt, terms, relatedOrderId }: Order): object => ({
  id,
  type,
  state,
  created_at: createdAt,
  updated_at: updatedAt,
  amount: terms.amount,
  currency: terms.currency,
  merchant_order_data: terms.merchant_order_data,
  ...(relatedOrderId === null ? {} : { related_order_id: relatedOrderId }),
});
