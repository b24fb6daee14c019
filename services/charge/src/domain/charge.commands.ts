import {
  type AttemptFailure,
  type AttemptTerms,
  type ChargeTerms,
  type Decline,
  type Offer,
  type PaymentFact,
  type PaymentRules,
  type SplitRefund,
} from './charge.terms';
import { type FeeRules } from './fees';
import { type Pricing } from './pricing';

interface Asked<Type extends string, Data> {
  readonly type: Type;
  readonly data: Data;
}

/** `now` is when the command is given, or the time of the recorded fact; the events get it as `at`. */
interface OnCharge {
  readonly chargeId: string;
  readonly now: string;
}

interface OnAttempt extends OnCharge {
  readonly attemptId: string;
}

export type CreateCharge = Asked<
  'CreateCharge',
  {
    readonly now: string;
    readonly terms: ChargeTerms;
    readonly pricing: Pricing;
    /** The first attempt, when the caller chose a method. */
    readonly attempt: AttemptTerms | null;
  }
>;
export type RequestAttempt = Asked<'RequestAttempt', OnCharge & { readonly attempt: AttemptTerms }>;
export type RecordOffer = Asked<'RecordOffer', OnAttempt & Offer>;
export type RecordProcessing = Asked<'RecordProcessing', OnAttempt>;
export type RecordReopened = Asked<'RecordReopened', OnAttempt>;
export type RecordAttemptFailure = Asked<
  'RecordAttemptFailure',
  OnAttempt & Partial<Decline> & { readonly reason: AttemptFailure }
>;
export type ExpireAttempt = Asked<'ExpireAttempt', OnAttempt>;
export type RecordAttemptCanceled = Asked<'RecordAttemptCanceled', OnAttempt>;
export type RecordPayment = Asked<
  'RecordPayment',
  PaymentFact & {
    readonly chargeId: string;
    /** When the payment became known here. */
    readonly now: string;
    readonly rules: PaymentRules;
    /** Prices a payment accepted below the charge's amount; a full payment keeps its attempt's price. */
    readonly feeRules: FeeRules;
    /** A fresh id, used when money has to go back. */
    readonly refundId: string;
  }
>;
export type CancelCharge = Asked<'CancelCharge', OnCharge>;
export type ExpireCharge = Asked<'ExpireCharge', OnCharge>;
export type ResolveHeldPayment = Asked<
  'ResolveHeldPayment',
  OnCharge & {
    readonly paymentId: string;
    readonly action: 'ACCEPT' | 'REFUND';
    /** Fresh ids, one for each part of the payment that is held. */
    readonly refundIds: readonly string[];
    /** The person or API key that decided. */
    readonly resolvedBy: string;
    readonly feeRules: FeeRules;
  }
>;
export type RecordRefund = Asked<
  'RecordRefund',
  OnCharge & {
    readonly paymentId: string;
    readonly refundId: string;
    readonly amountMinor: number;
    readonly purpose: 'MERCHANT' | 'SURPLUS';
    readonly splitRefund: SplitRefund;
  }
>;
export type RecordRefundFailure = Asked<'RecordRefundFailure', OnCharge & { readonly refundId: string }>;
export type RecordDispute = Asked<
  'RecordDispute',
  OnCharge & {
    readonly paymentId: string;
    readonly disputeId: string;
    readonly amountMinor: number;
    readonly standing: 'opened' | 'won' | 'lost';
  }
>;

export type ChargeCommand =
  | CreateCharge
  | RequestAttempt
  | RecordOffer
  | RecordProcessing
  | RecordReopened
  | RecordAttemptFailure
  | ExpireAttempt
  | RecordAttemptCanceled
  | RecordPayment
  | CancelCharge
  | ExpireCharge
  | ResolveHeldPayment
  | RecordRefund
  | RecordRefundFailure
  | RecordDispute;
