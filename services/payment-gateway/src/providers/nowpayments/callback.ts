import { parseLossless } from './lossless-json';

/** What a notification names. Nothing else in it is believed. */
export interface NowpaymentsCallback {
  /** The provider's id of a payout; undefined when it is about a payment. */
  readonly payoutReference: string | undefined;
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
    // Payouts come in batches and payments do not.
    payoutReference: fields['batch_withdrawal_id'] === undefined ? undefined : textOf(fields['id']),
    paymentId: typeof orderId === 'string' && /^pay_[0-7][0-9A-HJKMNP-TV-Z]{25}$/.test(orderId) ? orderId : undefined,
    references: [fields['parent_payment_id'], fields['payment_id']].map(textOf).filter((each) => each !== undefined),
  };
};

const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);
