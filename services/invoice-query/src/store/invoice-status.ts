export const invoiceStatuses = [
  'WAITING_PAYMENT',
  'CONFIRMING',
  'PARTIALLY_PAID',
  'PAID',
  'EXPIRED',
  'CANCELED',
  'FAILED',
  'REFUNDED',
] as const;
export type InvoiceStatus = (typeof invoiceStatuses)[number];

interface Standing {
  readonly status: InvoiceStatus | null;
  readonly expiresAt: string | null;
}

/**
 * The status at a moment: an invoice that waits for its payment has expired from `expiresAt` on, although the event that
 * says so comes later. An invoice without a status has been asked for and not yet been offered.
 */
export const statusAt = ({ status, expiresAt }: Standing, now: string): InvoiceStatus => {
  const isWaiting = status === null || status === 'WAITING_PAYMENT';
  return isWaiting && expiresAt !== null && expiresAt <= now ? 'EXPIRED' : (status ?? 'WAITING_PAYMENT');
};

/** The same in SQL. The literals let PostgreSQL use the partial index of what may still expire. */
export const isOverdue = (now: string): string =>
  `invoice_status = 'WAITING_PAYMENT' and expires_at <= ${now}::timestamptz`;
