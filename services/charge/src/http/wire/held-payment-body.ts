import { formatMinor } from '@repasse/values/money';
import { type SurplusRow } from '../../store/read-rows';

export const heldPaymentsBody = (rows: readonly SurplusRow[]) => ({ data: rows.map(heldPaymentBody) });

const heldPaymentBody = (row: SurplusRow) => ({
  paymentId: row.payment_id,
  attemptId: row.attempt_id,
  invoiceId: row.invoice_id,
  amount: formatMinor(row.amount_minor),
  currency: row.currency,
  statusReason: row.reason,
  status: inCapitals[row.standing],
  refundId: row.refund_id,
  resolvedBy: row.resolved_by,
  receivedAt: row.received_at,
});

/** In a list across charges, which says of whom and of which charge it is. */
export const listedHeldPaymentBody = (row: SurplusRow) => ({
  chargeId: row.charge_id,
  userId: row.user_id,
  ...heldPaymentBody(row),
});

const inCapitals = {
  held: 'HELD',
  accepted: 'ACCEPTED',
  applied: 'APPLIED',
  refunding: 'REFUNDING',
  refunded: 'REFUNDED',
} as const satisfies Record<SurplusRow['standing'], string>;
