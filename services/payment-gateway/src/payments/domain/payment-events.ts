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
import { type DisputeFacts } from '../../disputes/domain/dispute';
import { type RefundFacts } from '../../refunds/domain/refund';

type Fact<Type extends string, Data> = { readonly type: Type; readonly data: PaymentFacts & Readonly<Data> };
type DisputeFact<Type extends string, Data> = Fact<Type, Data & { dispute: DisputeFacts; recordedAt: string }>;
type RefundFact<Type extends string, Data = object> = Fact<Type, Data & { refund: RefundFacts }>;

export type PaymentEvent =
  | Fact<'PaymentRequested', PaymentTerms & { requestedAt: string }>
  | Fact<'PaymentOffered', Offer & { expiresAt: string; offeredAt: string }>
  /** The provider's answer came after the money or the end: kept for reads, and not published. */
  | Fact<'PaymentOfferedLate', Offer & { offeredAt: string }>
  | Fact<'PaymentConfirming', { offer: Offer | null; confirmingAt: string }>
  | Fact<'PaymentPartiallyReceived', { offer: Offer | null; partial: PartialReceipt; partiallyReceivedAt: string }>
  /** The payer's try failed and another may follow. */
  | Fact<'PaymentReopened', { offer: Offer; declineCode: string | null; reopenedAt: string }>
  /** With `isPartAccepted` the merchant has taken a part of the price for the whole, by this receipt or before it. */
  | Fact<'PaymentReceived', { receipt: Receipt; isPartAccepted?: boolean; recordedAt: string }>
  | Fact<'PaymentExpired', { expiredAt: string }>
  /** Private: PaymentCanceled is published when the provider has confirmed it. */
  | Fact<'PaymentCancelRequested', { reason: CancelReason; requestedAt: string }>
  | Fact<'PaymentCanceled', { reason: CancelReason; canceledAt: string }>
  /** Private: an offer that came after the end was canceled at the provider. */
  | Fact<'LateOfferWithdrawn', { withdrawnAt: string }>
  | Fact<
      'PaymentFailed',
      {
        reason: FailureReason;
        detail: string;
        decline: Decline | null;
        /** The data of the declined card. */
        offer: Offer | null;
        failedAt: string;
      }
    >
  | Fact<'PaymentOutcomeUnknown', { outcomeUnknownAt: string }>
  | RefundFact<'RefundRequested'>
  /** Private: the provider has taken it and is not done. */
  | RefundFact<'RefundAcknowledged', { providerReference: string; acknowledgedAt: string }>
  | RefundFact<'RefundSettled', { providerReference: string; settledAt: string; recordedAt: string }>
  | RefundFact<'RefundFailed', { failure: string; failedAt: string }>
  | DisputeFact<'DisputeOpened', { reason: string | null; openedAt: string }>
  | DisputeFact<'DisputeWon', { decidedAt: string }>
  | DisputeFact<'DisputeLost', { decidedAt: string }>;
