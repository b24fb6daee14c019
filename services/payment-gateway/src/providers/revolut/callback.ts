/** What a callback names. It has no id of its own and no reason: it only says where to look. */
export interface RevolutCallback {
  readonly event: string | undefined;
  readonly orderId: string | undefined;
  /** Our reference of the order, where it has one. */
  readonly reference: string | undefined;
}

export const readCallback = (body: unknown): RevolutCallback => {
  const fields = typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {};
  return {
    event: text(fields['event']),
    orderId: text(fields['order_id']),
    reference: text(fields['merchant_order_ext_ref']),
  };
};

const text = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);
