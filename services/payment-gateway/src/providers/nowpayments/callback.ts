import { parseLossless } from './lossless-json';

/** What a notification names. Nothing else in it is believed. */
export interface NowpaymentsCallback {
  /** Our id of the payment, where it is one. */
  readonly paymentId: string | undefined;
  /** The provider's ids that may lead to the payment: the one it is about, and the one that has the address. */
  readonly references: readonly string[];
}

export const readCallback = (text: string): NowpaymentsCallback => {
  const body = parseLossless(text);
  const fields: Record<string, unknown> = typeof body === 'object' && body !== null ? { ...body } : {};
  const orderId = fields['order_id'];
  return {
    paymentId: typeof orderId === 'string' && /^pay_[0-7][0-9A-HJKMNP-TV-Z]{25}$/.test(orderId) ? orderId : undefined,
    references: [fields['parent_payment_id'], fields['payment_id']].filter(
      (each): each is string => typeof each === 'string' && each !== '',
    ),
  };
};
