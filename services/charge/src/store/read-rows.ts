import { type ChargeMethod, type FxQuote } from '@repasse/contracts';
import {
  endToEndIdOf,
  isPaidCharge,
  refundedTotalOf,
  type Attempt,
  type ExistingCharge,
  type Surplus,
} from '../domain/charge';
import { type ClientMode } from '../domain/charge.terms';
import { type Fee } from '../domain/fees';
import { type Instructions } from '../domain/methods';
import { amountsOf, type ShareAmount } from '../domain/split';
import { attemptStandingOf, chargeReasonOf, type GatewayStatus, type Status, type StatusReason } from './standings';

/** A row of `charges`, column for column, for writes and reads. */
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
  readonly redirect_url: string | null;
  readonly methods: readonly ChargeMethod[] | null;
  readonly installments_max: number;
  readonly attempts_max: number;
  readonly client_mode: ClientMode | null;
  readonly fees: readonly Fee[];
  readonly shares: readonly ShareAmount[];
  readonly paid_attempt_id: string | null;
  readonly paid_at: string | null;
  /** The amount booked as paid; differs from gross_amount_minor where less was accepted for the whole. */
  readonly paid_amount_minor: number | null;
  readonly expires_at: string;
  readonly created_at: string;
  readonly updated_at: string;
}

/** The fields of a charge's row that change after it was made. */
export type ChangedCharge = Pick<
  ChargeRow,
  | 'charge_id'
  | 'status'
  | 'status_reason'
  | 'fee_amount_minor'
  | 'net_amount_minor'
  | 'shared_amount_minor'
  | 'dispute_reserve_minor'
  | 'refunded_amount_minor'
  | 'paid_amount_minor'
  | 'fees'
  | 'shares'
  | 'paid_attempt_id'
  | 'paid_at'
  | 'updated_at'
>;

/** A row of `attempts`. */
export interface AttemptRow {
  readonly attempt_id: string;
  readonly charge_id: string;
  readonly user_id: number;
  readonly payment_id: string;
  readonly invoice_id: number | null;
  readonly payment_method: ChargeMethod;
  readonly status: Status;
  readonly status_reason: StatusReason | null;
  readonly gateway_status: GatewayStatus;
  readonly gross_amount_minor: number;
  readonly currency: string;
  readonly installments: number;
  /** The payer's instructions; null until the provider has answered. */
  readonly checkout_meta: Instructions | null;
  readonly fx: FxQuote | null;
  readonly redirect_url: string | null;
  readonly decline_code: string | null;
  readonly is_retryable: boolean | null;
  /** The PIX transfer that paid it, as both banks show it. */
  readonly end_to_end_id: string | null;
  readonly shares: readonly ShareAmount[];
  readonly expires_at: string;
  readonly created_at: string;
  readonly updated_at: string;
}

/** The fields of an attempt's row that change after it was made. */
export type ChangedAttempt = Pick<
  AttemptRow,
  | 'attempt_id'
  | 'invoice_id'
  | 'status'
  | 'status_reason'
  | 'gateway_status'
  | 'checkout_meta'
  | 'decline_code'
  | 'is_retryable'
  | 'end_to_end_id'
  | 'expires_at'
  | 'updated_at'
>;

/** A row of `surpluses`: money beside a charge. */
export interface SurplusRow {
  readonly charge_id: string;
  readonly user_id: number;
  readonly attempt_id: string;
  readonly payment_id: string;
  readonly provider_reference: string;
  readonly invoice_id: number;
  readonly amount_minor: number;
  readonly currency: string;
  readonly reason: Surplus['reason'];
  readonly standing: Surplus['standing'];
  readonly refund_id: string | null;
  readonly resolved_by: string | null;
  readonly received_at: string;
  readonly recorded_at: string;
}

export const chargeRowOf = (charge: ExistingCharge): ChargeRow => {
  const { terms, pricing } = charge;
  const paid = isPaidCharge(charge) ? charge : undefined;
  return {
    charge_id: terms.chargeId,
    user_id: terms.userId,
    kind: terms.kind,
    status: statusOf(charge),
    status_reason: chargeReasonOf(charge),
    gross_amount_minor: terms.grossAmountMinor,
    fee_amount_minor: pricing.feeAmountMinor,
    net_amount_minor: pricing.netAmountMinor,
    shared_amount_minor: pricing.sharedAmountMinor,
    dispute_reserve_minor: pricing.disputeReserveMinor,
    refunded_amount_minor: refundedTotalOf(charge),
    currency: terms.currency,
    description: terms.description,
    external_reference: terms.externalReference,
    webhook_url: terms.webhookUrl,
    redirect_url: terms.redirectUrl,
    methods: terms.methods,
    installments_max: terms.installmentsMax,
    attempts_max: terms.attemptsMax,
    client_mode: terms.clientMode,
    fees: pricing.fees,
    shares: amountsOf(pricing.shares),
    paid_attempt_id: paid?.paidAttemptId ?? null,
    paid_at: paid?.paidAt ?? null,
    paid_amount_minor: paid?.bookedAmountMinor ?? null,
    expires_at: terms.expiresAt,
    created_at: charge.createdAt,
    updated_at: charge.updatedAt,
  };
};

export const statusOf = ({ status }: ExistingCharge): Status => inCapitals[status];

const inCapitals = {
  pending: 'PENDING',
  processing: 'PROCESSING',
  paid: 'PAID',
  expired: 'EXPIRED',
  canceled: 'CANCELED',
  failed: 'FAILED',
  refunded: 'REFUNDED',
} as const satisfies Record<ExistingCharge['status'], Status>;

export const changedChargeOf = (row: ChargeRow): ChangedCharge => ({
  charge_id: row.charge_id,
  status: row.status,
  status_reason: row.status_reason,
  fee_amount_minor: row.fee_amount_minor,
  net_amount_minor: row.net_amount_minor,
  shared_amount_minor: row.shared_amount_minor,
  dispute_reserve_minor: row.dispute_reserve_minor,
  refunded_amount_minor: row.refunded_amount_minor,
  paid_amount_minor: row.paid_amount_minor,
  fees: row.fees,
  shares: row.shares,
  paid_attempt_id: row.paid_attempt_id,
  paid_at: row.paid_at,
  updated_at: row.updated_at,
});

export const attemptRowOf = (charge: ExistingCharge, attempt: Attempt): AttemptRow => {
  const { terms, offer, situation } = attempt;
  const decline = situation.status === 'failed' ? situation : undefined;
  return {
    attempt_id: terms.attemptId,
    charge_id: charge.terms.chargeId,
    user_id: charge.terms.userId,
    payment_id: terms.paymentId,
    invoice_id: offer?.invoiceId ?? null,
    payment_method: terms.paymentMethod,
    ...attemptStandingOf(charge, attempt),
    gross_amount_minor: terms.grossAmountMinor,
    currency: charge.terms.currency,
    installments: terms.installments,
    checkout_meta: offer?.instructions ?? null,
    fx: terms.fx,
    redirect_url: terms.redirectUrl,
    decline_code: decline?.declineCode ?? null,
    is_retryable: decline?.isRetryable ?? null,
    end_to_end_id: endToEndIdOf(charge, attempt),
    shares: amountsOf(terms.pricing.shares),
    expires_at: endOf(charge, offer?.expiresAt ?? terms.expiresAt),
    created_at: attempt.requestedAt,
    updated_at: attempt.updatedAt,
  };
};

/** Providers count in seconds of their own; no attempt outlives its charge. */
const endOf = ({ terms }: ExistingCharge, expiresAt: string): string =>
  expiresAt < terms.expiresAt ? expiresAt : terms.expiresAt;

export const changedAttemptOf = (row: AttemptRow): ChangedAttempt => ({
  attempt_id: row.attempt_id,
  invoice_id: row.invoice_id,
  status: row.status,
  status_reason: row.status_reason,
  gateway_status: row.gateway_status,
  checkout_meta: row.checkout_meta,
  decline_code: row.decline_code,
  is_retryable: row.is_retryable,
  end_to_end_id: row.end_to_end_id,
  expires_at: row.expires_at,
  updated_at: row.updated_at,
});

export const surplusRowOf = (charge: ExistingCharge, surplus: Surplus): SurplusRow => ({
  charge_id: charge.terms.chargeId,
  user_id: charge.terms.userId,
  attempt_id: surplus.attemptId,
  payment_id: surplus.paymentId,
  provider_reference: surplus.providerReference,
  invoice_id: surplus.invoiceId,
  amount_minor: surplus.amountMinor,
  currency: charge.terms.currency,
  reason: surplus.reason,
  standing: surplus.standing,
  refund_id: 'refundId' in surplus ? surplus.refundId : null,
  resolved_by: surplus.resolvedBy ?? null,
  received_at: surplus.receivedAt,
  recorded_at: surplus.recordedAt,
});
