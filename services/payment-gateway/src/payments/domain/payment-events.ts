import { type Dated, type Happened } from '@repasse/chassis/decider';
import { type Decline } from './decline';
import { type DisputeDecision, type DisputeFacts } from '../../disputes/domain/dispute';
import { type RefundFacts } from '../../refunds/domain/refund';
import {
  type CancelReason,
  type FailureReason,
  type Offer,
  type PartialReceipt,
  type PaymentFacts,
  type PaymentTerms,
  type Receipt,
} from './payment';

type RefundEvent =
  | Happened<'RefundRequested', { refund: RefundFacts }>
  /** Private: the provider has taken it and is not done. */
  | Happened<'RefundAcknowledged', { refundId: string; providerReference: string }>
  /** `settledAt` is the provider's time. */
  | Happened<'RefundSettled', { refundId: string; providerReference: string; settledAt: string }>
  | Happened<'RefundFailed', { refundId: string; failure: string }>;

/** `openedAt` and `decidedAt` are the provider's times. */
type DisputeEvent =
  | Happened<'DisputeOpened', { dispute: DisputeFacts; reason: string | null; openedAt: string }>
  | Happened<'DisputeWon' | 'DisputeLost', { disputeId: string; decidedAt: string }>
  | Happened<'DisputeEvidenceAdded', { disputeId: string; evidenceId: string; sha256: string }>
  | Happened<'DisputeEvidenceRemoved', { disputeId: string; evidenceId: string }>
  | Happened<'DisputeAnswered', { disputeId: string; decision: DisputeDecision }>;

/** An event as it is decided: it gets the time of its command. Only the first names the payment's facts. */
export type UndatedPaymentEvent =
  | Happened<'PaymentRequested', { facts: PaymentFacts; terms: PaymentTerms }>
  | Happened<'PaymentOffered', { offer: Offer }>
  /** The provider's answer came after the money or the end: kept for reads, and not published. */
  | Happened<'PaymentOfferedLate', { offer: Offer }>
  | Happened<'PaymentConfirming', { offer: Offer | null }>
  | Happened<'PaymentPartiallyReceived', { partial: PartialReceipt }>
  /** The payer's try failed and another may follow. */
  | Happened<'PaymentReopened', { offer: Offer; declineCode: string | null }>
  /** With `isPartAccepted` the merchant has taken a part of the price for the whole, by this receipt or before it. */
  | Happened<'PaymentReceived', { receipt: Receipt; isPartAccepted?: boolean }>
  | Happened<'PaymentExpired'>
  /** Private: PaymentCanceled is published when the provider has confirmed it. */
  | Happened<'PaymentCancelRequested', { reason: CancelReason }>
  | Happened<'PaymentCanceled', { reason: CancelReason }>
  /** Private: an offer that came after the end was canceled at the provider. */
  | Happened<'LateOfferWithdrawn'>
  | Happened<
      'PaymentFailed',
      {
        reason: FailureReason;
        detail: string;
        decline: Decline | null;
        /** The data of the declined card. */
        offer: Offer | null;
      }
    >
  | Happened<'PaymentOutcomeUnknown'>
  | RefundEvent
  | DisputeEvent;

export type PaymentEvent = Dated<UndatedPaymentEvent>;
