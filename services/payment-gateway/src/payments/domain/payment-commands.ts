import { type CommandData, type CommandIn } from '@repasse/chassis/decider';
import {
  type CancelReason,
  type FailureReason,
  type Offer,
  type PartialReceipt,
  type PaymentFacts,
  type PaymentTerms,
  type Receipt,
} from './payment';
import { type Decline } from './decline';
import { type DisputeDecision, type DisputeStanding } from '../../disputes/domain/dispute';
import { type RefundPurpose, type RefundShare } from '../../refunds/domain/refund';

/** The data of each command, beside `now`. */
interface Data {
  RequestPayment: { facts: PaymentFacts; terms: PaymentTerms };
  OfferPayment: { offer: Offer };
  /** The payer has paid; `offer` holds its data known so far. */
  ConfirmPayment: { offer: Offer | null };
  /** The payer's try failed, and they may try again. */
  ReopenPayment: { declineCode: string | null };
  RecordReceipt: { receipt: Receipt };
  /** Deposits are there that do not make up the price. */
  RecordPartialReceipt: { partial: PartialReceipt };
  /** The merchant accepts the received part as the whole. */
  AcceptPartial: object;
  ExpirePayment: object;
  FailPayment: { reason: FailureReason; detail: string; decline?: Decline | null; offer?: Offer | null };
  RecordUnknownOutcome: object;
  /** With `isUnmade` no provider was asked for it so far, so it is canceled at once. */
  CancelPayment: { reason: CancelReason; isUnmade?: boolean };
  /** The provider has canceled it, or (`isMissing`) does not know it. */
  ConfirmCancellation: { isMissing: boolean };
  RequestRefund: {
    refundId: string;
    purpose: RefundPurpose;
    /** Null takes the earliest receipt that has enough left. */
    receiptReference: string | null;
    /** Null for all that is left of the receipt. */
    amountMinor: number | null;
    reason: string | null;
    requestedBy?: string | undefined;
    /** The most that this person may give back of the payment by all their refunds; absent where their role has no limit. */
    personMaxMinor?: number | undefined;
    splitRefund: 'OWNER' | readonly RefundShare[] | null;
    /** Where coins go; needed for them, and of no meaning for other methods. */
    destination?: { readonly payAddress: string; readonly memo: string | null } | undefined;
  };
  AcknowledgeRefund: { refundId: string; providerReference: string };
  SettleRefund: { refundId: string; providerReference: string; settledAt: string };
  /** `isRefusal`: the request was refused, which says nothing about another request meanwhile. */
  FailRefund: { refundId: string; failure: string; isRefusal?: boolean };
  /** `disputeId` is used when the dispute is new here. */
  RecordDispute: DisputeStanding & { disputeId: string };
  AddDisputeEvidence: { disputeId: string; evidenceId: string; sha256: string };
  RemoveDisputeEvidence: { disputeId: string; evidenceId: string };
  /** The text itself may name the payer, and is kept beside. */
  AnswerDispute: { disputeId: string; decision: DisputeDecision; hasText: boolean };
}

export type DataOf<T extends keyof Data> = CommandData<Data, T>;
export type PaymentCommand<T extends keyof Data = keyof Data> = CommandIn<Data, T>;

/** The commands for an existing payment. */
export type LaterCommand = Exclude<PaymentCommand, { type: 'RequestPayment' }>;
