import { assertNever } from '@repasse/chassis/decider';
import type { Attempt, ExistingCharge } from '../domain/charge';
import type { Fee, PaymentMethod } from '../domain/fees';
import type { Share } from '../domain/split';

/** In the words of the API; the domain's are lower case and fewer. */
export type Status = 'PENDING' | 'PROCESSING' | 'PAID' | 'EXPIRED' | 'CANCELED' | 'FAILED' | 'REFUNDED';
export type StatusReason = 'UNDERPAID' | 'OVERPAID' | 'LATE' | 'DUPLICATE' | 'DECLINED' | 'PROVIDER_ERROR';
export type GatewayStatus = 'REQUESTED' | 'OFFERED' | 'RECEIVED' | 'EXPIRED' | 'FAILED';

/** A row of `charges`, column for column: what is written is what is read. */
export interface ChargeRow {
  readonly charge_id: string;
  readonly user_id: number;
  readonly kind: 'SALE';
  readonly status: Status;
  readonly status_reason: StatusReason | null;
  readonly gross_amount_minor: number;
  readonly fee_amount_minor: number;
  readonly net_amount_minor: number;
  readonly shared_amount_minor: number;
  readonly dispute_reserve_minor: number;
  readonly refunded_amount_minor: number;
  readonly currency: string;
  readonly description: string | null;
  readonly external_reference: string | null;
  readonly webhook_url: string | null;
  readonly fees: readonly Fee[];
  readonly shares: readonly Share[];
  readonly paid_attempt_id: string | null;
  readonly paid_at: string | null;
  readonly expires_at: string;
  readonly created_at: string;
  readonly updated_at: string;
}

/** A row of `attempts`. */
export interface AttemptRow {
  readonly attempt_id: string;
  readonly charge_id: string;
  readonly user_id: number;
  readonly payment_id: string;
  readonly invoice_id: number | null;
  readonly payment_method: PaymentMethod;
  readonly status: Status;
  readonly status_reason: StatusReason | null;
  readonly gateway_status: GatewayStatus;
  readonly gross_amount_minor: number;
  readonly currency: string;
  readonly emv: string | null;
  readonly qr_code_base64: string | null;
  readonly shares: readonly Share[];
  readonly expires_at: string;
  readonly created_at: string;
  readonly updated_at: string;
}

export const chargeRowOf = (charge: ExistingCharge): ChargeRow => {
  const { terms, pricing } = charge;
  const isPaid = charge.status === 'paid';
  return {
    charge_id: terms.chargeId,
    user_id: terms.userId,
    kind: terms.kind,
    status: isPaid ? 'PAID' : 'PENDING',
    status_reason: isPaid ? charge.reason : charge.isUnderpaid ? 'UNDERPAID' : null,
    gross_amount_minor: terms.grossAmountMinor,
    fee_amount_minor: pricing.feeAmountMinor,
    net_amount_minor: pricing.netAmountMinor,
    shared_amount_minor: pricing.sharedAmountMinor,
    dispute_reserve_minor: pricing.disputeReserveMinor,
    refunded_amount_minor: 0,
    currency: terms.currency,
    description: terms.description,
    external_reference: terms.externalReference,
    webhook_url: terms.webhookUrl,
    fees: pricing.fees,
    shares: pricing.shares,
    paid_attempt_id: isPaid ? charge.paidAttemptId : null,
    paid_at: isPaid ? charge.paidAt : null,
    expires_at: terms.expiresAt,
    created_at: terms.createdAt,
    updated_at: charge.updatedAt,
  };
};

export const attemptRowOf = (charge: ExistingCharge, attempt: Attempt): AttemptRow => {
  const { terms, offer } = attempt;
  return {
    attempt_id: terms.attemptId,
    charge_id: charge.terms.chargeId,
    user_id: charge.terms.userId,
    payment_id: terms.paymentId,
    invoice_id: offer?.invoiceId ?? null,
    payment_method: terms.paymentMethod,
    ...standingOf(attempt),
    gross_amount_minor: terms.grossAmountMinor,
    currency: charge.terms.currency,
    emv: offer?.pix.emv ?? null,
    qr_code_base64: offer?.pix.qrCodeBase64 ?? null,
    shares: terms.pricing.shares,
    expires_at: offer?.expiresAt ?? terms.expiresAt,
    created_at: terms.requestedAt,
    updated_at: attempt.updatedAt,
  };
};

type Standing = Pick<AttemptRow, 'status' | 'status_reason' | 'gateway_status'>;

const standingOf = ({ situation, isUnderpaid }: Attempt): Standing => {
  const openReason = isUnderpaid ? 'UNDERPAID' : null;
  switch (situation.status) {
    case 'requested':
      return { status: 'PENDING', status_reason: openReason, gateway_status: 'REQUESTED' };
    case 'offered':
      return { status: 'PENDING', status_reason: openReason, gateway_status: 'OFFERED' };
    case 'expired':
      return { status: 'EXPIRED', status_reason: openReason, gateway_status: 'EXPIRED' };
    case 'failed':
      return { status: 'FAILED', status_reason: situation.reason, gateway_status: 'FAILED' };
    case 'paid':
      return { status: 'PAID', status_reason: situation.reason, gateway_status: 'RECEIVED' };
    default:
      return assertNever(situation);
  }
};
