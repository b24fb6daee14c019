import { formatMinor } from '@repasse/chassis/money';
import type { AttemptView } from '../../projections/attempt-reads';
import { customerMetaOf, splitConfigOf, splitSettlementOf } from './charge-body';

/** An attempt in the words of the API. */
export const attemptBody = (attempt: AttemptView) => ({
  id: attempt.attempt_id,
  chargeId: attempt.charge_id,
  invoiceId: attempt.invoice_id,
  status: attempt.status,
  statusReason: attempt.status_reason,
  gatewayStatus: attempt.gateway_status,
  paymentMethod: attempt.payment_method,
  grossAmount: formatMinor(attempt.gross_amount_minor),
  currency: attempt.currency,
  checkoutMeta: checkoutMetaOf(attempt),
  expiresAt: attempt.expires_at,
  description: attempt.description,
  externalReference: attempt.external_reference,
  customerMeta: customerMetaOf(attempt),
  ...splitConfigOf(attempt),
  splitSettlement: splitSettlementOf(attempt.shares),
  createdAt: attempt.created_at,
  updatedAt: attempt.updated_at,
});

/** Null while the provider has not answered. */
const checkoutMetaOf = ({ emv, qr_code_base64: qrCodeBase64, expires_at: expiresAt }: AttemptView) =>
  emv === null || qrCodeBase64 === null ? null : { method: 'PIX' as const, qrCodeBase64, emv, expiresAt };
