import {
  type CancelReason,
  type Decline,
  type FailureReason,
  type Offer,
  type PartialReceipt,
  type PaymentFacts,
  type PaymentTerms,
  type Receipt,
} from './payment';
import { type Dispute } from '../../disputes/domain/dispute';
import { type RefundPurpose, type RefundShare } from '../../refunds/domain/refund';

type Command<Type extends string, Data = object> = {
  readonly type: Type;
  readonly data: Readonly<Data> & { readonly now: string };
};

export type RequestPayment = Command<'RequestPayment', { facts: PaymentFacts; terms: PaymentTerms }>;
export type OfferPayment = Command<'OfferPayment', { offer: Offer }>;
/** The payer has paid; `offer` holds its data known so far. */
export type ConfirmPayment = Command<'ConfirmPayment', { offer: Offer | null }>;
/** The payer's try failed, and they may try again. */
export type ReopenPayment = Command<'ReopenPayment', { declineCode: string | null }>;
export type RecordReceipt = Command<'RecordReceipt', { receipt: Receipt }>;
/** Deposits are there that do not make up the price. */
export type RecordPartialReceipt = Command<'RecordPartialReceipt', { partial: PartialReceipt }>;
/** The merchant accepts the received part as the whole. */
export type AcceptPartial = Command<'AcceptPartial'>;
export type ExpirePayment = Command<'ExpirePayment'>;
export type FailPayment = Command<
  'FailPayment',
  { reason: FailureReason; detail: string; decline?: Decline | null; offer?: Offer | null }
>;
export type RecordUnknownOutcome = Command<'RecordUnknownOutcome'>;
/** With `isUnmade` no provider was asked for it so far, so it is canceled at once. */
export type CancelPayment = Command<'CancelPayment', { reason: CancelReason; isUnmade?: boolean }>;
/** The provider has canceled it, or (`isMissing`) does not know it. */
export type ConfirmCancellation = Command<'ConfirmCancellation', { isMissing: boolean }>;
export type RequestRefund = Command<
  'RequestRefund',
  {
    refundId: string;
    purpose: RefundPurpose;
    /** Null takes the earliest receipt that has enough left. */
    receiptReference: string | null;
    /** Null for all that is left of the receipt. */
    amountMinor: number | null;
    reason: string | null;
    splitRefund: 'OWNER' | readonly RefundShare[] | null;
    /** Where coins go; needed for them, and of no meaning for other methods. */
    destination?: { readonly payAddress: string; readonly memo: string | null } | undefined;
  }
>;
export type AcknowledgeRefund = Command<'AcknowledgeRefund', { refundId: string; providerReference: string }>;
export type SettleRefund = Command<'SettleRefund', { refundId: string; providerReference: string; settledAt: string }>;
/** `isRefusal`: the request was refused, which says nothing about another request meanwhile. */
export type FailRefund = Command<'FailRefund', { refundId: string; failure: string; isRefusal?: boolean }>;

/** `at` is when it got this standing, by the provider. */
export type RecordDispute = Command<
  'RecordDispute',
  {
    /** Used when the dispute is new here. */
    disputeId: string;
    providerReference: string;
    status: Dispute['status'];
    amountMinor: number;
    reason: string | null;
    at: string;
  }
>;

export type PaymentCommand =
  | RequestPayment
  | OfferPayment
  | ConfirmPayment
  | ReopenPayment
  | RecordReceipt
  | RecordPartialReceipt
  | AcceptPartial
  | ExpirePayment
  | FailPayment
  | RecordUnknownOutcome
  | CancelPayment
  | ConfirmCancellation
  | RequestRefund
  | AcknowledgeRefund
  | SettleRefund
  | FailRefund
  | RecordDispute;

/** The commands for an existing payment. */
export type LaterCommand = Exclude<PaymentCommand, RequestPayment>;
