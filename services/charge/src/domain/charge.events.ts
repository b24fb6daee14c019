import type {
  AttemptFailure,
  AttemptTerms,
  ChargeTerms,
  Decline,
  Offer,
  PaidReason,
  PaymentFact,
  Receipt,
  SplitRefund,
  SurplusReason,
} from './charge.terms';
import type { PaymentMethod } from './fees';
import type { Pricing } from './pricing';

/** The charge and its owner. */
export interface OfCharge {
  readonly chargeId: string;
  readonly userId: number;
}

/** Identifies an attempt, its charge and its method without a lookup: the public events carry the same. */
export interface OfAttempt extends OfCharge {
  readonly attemptId: string;
  readonly paymentId: string;
  readonly paymentMethod: PaymentMethod;
}

interface Happened<Type extends string, Data> {
  readonly type: Type;
  readonly data: Data;
}

export type ChargeCreated = Happened<'ChargeCreated', ChargeTerms & { readonly pricing: Pricing }>;
export type AttemptRequested = Happened<'AttemptRequested', AttemptTerms & { readonly chargeId: string }>;
export type AttemptOffered = Happened<
  'AttemptOffered',
  OfAttempt &
    Offer &
    Pick<AttemptTerms, 'grossAmountMinor' | 'fx'> & { readonly currency: string; readonly offeredAt: string }
>;
/** The payer has paid or authorised, and the provider has not confirmed it. */
export type AttemptProcessing = Happened<'AttemptProcessing', OfAttempt & { readonly processingAt: string }>;
/** The payer's try failed, and the same offer can be paid again. */
export type AttemptReopened = Happened<'AttemptReopened', OfAttempt & { readonly reopenedAt: string }>;
export type AttemptFailed = Happened<
  'AttemptFailed',
  OfAttempt & Decline & { readonly reason: AttemptFailure; readonly failedAt: string }
>;
export type AttemptExpired = Happened<'AttemptExpired', OfAttempt & { readonly expiredAt: string }>;
/** Must not be paid any more. `isConfirmed` once the provider has canceled it: until then a payer may still pay it. */
export type AttemptCanceled = Happened<
  'AttemptCanceled',
  OfAttempt & { readonly isConfirmed: boolean; readonly canceledAt: string }
>;

export type ChargeProcessing = Happened<'ChargeProcessing', OfAttempt & { readonly processingAt: string }>;
export type ChargeReopened = Happened<'ChargeReopened', OfAttempt & { readonly reopenedAt: string }>;
export type ChargePaid = Happened<
  'ChargePaid',
  PaymentFact &
    OfAttempt &
    Pick<ChargeTerms, 'currency' | 'description' | 'externalReference'> & {
      /**
       * The amount booked as paid: the charge's amount, or the received amount where less was accepted for the whole.
       */
      readonly grossAmountMinor: number;
      readonly installments: number;
      /** By the fee of the attempt's method: the method that paid decides the fee. */
      readonly pricing: Pricing;
      readonly reason: PaidReason | null;
    }
>;
export type ChargeExpired = Happened<'ChargeExpired', OfCharge & { readonly expiredAt: string }>;
export type ChargeCanceled = Happened<'ChargeCanceled', OfCharge & { readonly canceledAt: string }>;
/** The last attempt the charge may have has failed. */
export type ChargeFailed = Happened<
  'ChargeFailed',
  OfCharge & { readonly reason: AttemptFailure; readonly failedAt: string }
>;
export type ChargeRefunded = Happened<
  'ChargeRefunded',
  OfAttempt & {
    readonly refundId: string;
    readonly amountMinor: number;
    readonly refundedTotalMinor: number;
    readonly grossAmountMinor: number;
    readonly isFull: boolean;
    readonly currency: string;
    readonly splitRefund: SplitRefund;
    readonly refundedAt: string;
  }
>;

/** Money came that the charge could not use, or not yet. Held or refunded, it is never lost sight of. */
export type ChargeSurplusReceived = Happened<
  'ChargeSurplusReceived',
  OfAttempt &
    Receipt & {
      readonly invoiceId: number;
      readonly surplusAmountMinor: number;
      readonly currency: string;
      readonly reason: SurplusReason;
      readonly handling: 'ACCEPT' | 'REFUND' | 'HOLD';
      /** Under which the gateway gives it back; null unless it is refunded. */
      readonly refundId: string | null;
      readonly receivedAt: string;
      readonly recordedAt: string;
    }
>;
/** Held money found its use. APPLY: it pays the charge. ACCEPT: the merchant keeps it beside the charge. */
export type ChargeSurplusResolved = Happened<
  'ChargeSurplusResolved',
  OfAttempt &
    Receipt & {
      readonly surplusAmountMinor: number;
      readonly currency: string;
      readonly handling: 'ACCEPT' | 'REFUND' | 'APPLY';
      readonly refundId: string | null;
      readonly resolvedAt: string;
    }
>;
export type ChargeSurplusRefunded = Happened<
  'ChargeSurplusRefunded',
  OfAttempt &
    Receipt & {
      readonly refundId: string;
      readonly amountMinor: number;
      readonly currency: string;
      readonly refundedAt: string;
    }
>;
/** The provider refused the refund: the money is held again until the merchant decides. */
export type ChargeSurplusRefundFailed = Happened<
  'ChargeSurplusRefundFailed',
  OfCharge & Receipt & { readonly refundId: string; readonly failedAt: string }
>;

export type ChargeDisputed = Happened<
  'ChargeDisputed',
  OfCharge & { readonly disputeId: string; readonly paymentId: string; readonly disputedAt: string }
>;
export type DisputeDecided = Happened<
  'DisputeDecided',
  OfCharge & { readonly disputeId: string; readonly outcome: 'won' | 'lost'; readonly decidedAt: string }
>;

export type AttemptEvent =
  | AttemptRequested
  | AttemptOffered
  | AttemptProcessing
  | AttemptReopened
  | AttemptFailed
  | AttemptExpired
  | AttemptCanceled;
export type SurplusEvent =
  | ChargeSurplusReceived
  | ChargeSurplusResolved
  | ChargeSurplusRefunded
  | ChargeSurplusRefundFailed;
export type ChargeEvent =
  | ChargeCreated
  | AttemptEvent
  | ChargeProcessing
  | ChargeReopened
  | ChargePaid
  | ChargeExpired
  | ChargeCanceled
  | ChargeFailed
  | ChargeRefunded
  | SurplusEvent
  | ChargeDisputed
  | DisputeDecided;
