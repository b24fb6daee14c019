import { formatMinor } from '@repasse/values/money';
import { type RefundRow } from '../../store/reads/refunds-by-merchant';

/** In a list across charges, which says of whom and of which charge it is. */
export const listedRefundBody = (row: RefundRow) => ({
  id: row.refund_id,
  userId: row.user_id,
  chargeId: row.charge_id,
  paymentId: row.payment_id,
  invoiceId: row.invoice_id,
  amount: formatMinor(row.amount_minor),
  currency: row.currency,
  purpose: row.purpose,
  status: row.status,
  reason: row.reason,
  failure: row.failure,
  requestedBy: row.requested_by,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
});
