import { type PaymentMethod } from '@repasse/contracts';
import { type Decline, type DeclineCode } from '../payments/domain/decline';
import {
  type FailureReason,
  type Offer,
  type PartialReceipt,
  type PaymentFacts,
  type PaymentTerms,
  type Receipt,
} from '../payments/domain/payment';
import { type Period, type StatementEntry } from '../statements/domain/statement';
import { type DisputeStanding } from '../disputes/domain/dispute';
import { type RefundedCoins } from '../refunds/domain/refund';
import { type NamesIn } from './callback';
import { type Card, type SavedCard } from './card';
import { type PayoutRelease } from './payout-provider';

/** The payer's data from the merchant. Kept in a table of its own and never on an event. */
export interface Payer {
  readonly name: string | null;
  readonly email: string | null;
  readonly document: string | null;
}

export interface OfferRequest {
  readonly facts: PaymentFacts;
  readonly terms: PaymentTerms;
  readonly payer: Payer | null;
  /** The provider may already know this payment, so it is to be asked before anything is made. */
  readonly isRepeat: boolean;
}

/** The results of requesting a payment. A missing answer is a result of its own and never a refusal. */
export type OfferOutcome =
  | { readonly outcome: 'offered'; readonly offer: Offer }
  /** It was paid on the spot, as cards are. */
  | {
      readonly outcome: 'received';
      readonly offer: Offer;
      readonly receipts: readonly Receipt[];
      /** The acquirer's token of the card, when the card was saved. */
      readonly savedCardToken?: string | undefined;
    }
  /** The payer has paid, and the provider will report the outcome. */
  | { readonly outcome: 'confirming'; readonly offer: Offer }
  /** The payer's bank said no. */
  | ({ readonly outcome: 'declined'; readonly detail: string; readonly offer: Offer | null } & Decline)
  | { readonly outcome: 'refused'; readonly reason: FailureReason; readonly detail: string }
  /** Nothing was made: the question never left, or was turned away before it was looked at. */
  | { readonly outcome: 'unavailable'; readonly detail: string }
  /** The question left, and whether the payment exists over there is not known. */
  | { readonly outcome: 'unknown'; readonly isTimeout: boolean; readonly detail: string };

/** A payment to ask about. `providerReference` is null until the provider has given one. */
export interface PaymentRef {
  readonly facts: PaymentFacts;
  readonly providerReference: string | null;
  readonly expiresAt: string;
  /** The parts as they were booked when the merchant accepted a part of the price; empty for other payments. */
  readonly acceptedParts?: readonly Receipt[];
}

/** The standing of a refund in an inspection, by our id of it. */
export interface RefundStanding {
  readonly refundId: string;
  readonly providerReference: string;
  readonly status: 'pending' | 'settled' | 'failed';
  /** When the payer got it; null when the provider does not say or it is not settled. */
  readonly settledAt: string | null;
  readonly detail: string | null;
}

/**
 * The status of a payment at its provider. `partial`: less than the price has come. `declined`: a try failed; the payer
 * may try again, except by a method that settles at once. `failed`: final; with a decline code the payer's bank refused.
 * `removed`: canceled, by us or by them.
 */
export type InspectedStatus = 'pending' | 'confirming' | 'partial' | 'received' | 'removed' | 'declined' | 'failed';

export interface Found {
  readonly outcome: 'found';
  readonly status: InspectedStatus;
  /** All receipts, also those reported before. Only these are booked, whatever the status. */
  readonly receipts: readonly Receipt[];
  readonly providerReference?: string | undefined;
  /** The part of the price that has come; set when the status is `partial`. */
  readonly partial?: PartialReceipt | undefined;
  readonly declineCode?: DeclineCode | undefined;
  readonly isRetryable?: boolean | undefined;
  readonly detail?: string | undefined;
  readonly refunds?: readonly RefundStanding[] | undefined;
  readonly disputes?: readonly DisputeStanding[] | undefined;
}

/** A provider's answer about a payment. An unknown status is `pending`. */
export type Inspection =
  | Found
  /** The provider does not know it. */
  | { readonly outcome: 'missing' }
  | { readonly outcome: 'silent'; readonly detail: string };

/** The results of canceling a payment. Repeating is safe. */
export type CancelOutcome =
  | { readonly outcome: 'canceled' }
  /** Too late: the payer has paid. */
  | { readonly outcome: 'received'; readonly receipts: readonly Receipt[] }
  | { readonly outcome: 'missing' }
  /** Not now, for example because the payer is paying this moment: it is asked again. */
  | { readonly outcome: 'refused'; readonly detail: string }
  | { readonly outcome: 'silent'; readonly detail: string };

export interface RefundRequest {
  readonly refundId: string;
  readonly facts: PaymentFacts;
  /** The payment in the provider's own words. */
  readonly providerReference: string | null;
  /** The receipt that is refunded, in whole or in part. */
  readonly receipt: Receipt;
  readonly amountMinor: number;
  /** In minor units of `facts.fx.targetCurrency`; the parts of a full refund add up to what was paid. */
  readonly targetAmountMinor: number | null;
  /** How much of the receipt was refunded before, in BRL: some providers keep a running sum and no ids of refunds. */
  readonly settledBeforeMinor: number;
  readonly reason: string | null;
  /** Where coins go; absent for methods that know the way back. */
  readonly coins?: RefundedCoins | undefined;
  /** The refund in the provider's own words, once that was recorded. */
  readonly refundReference?: string | null;
}

/** The results of requesting a refund. A repeat under the same id never refunds twice. */
export type RefundOutcome =
  | { readonly outcome: 'settled'; readonly providerReference: string; readonly settledAt: string }
  | { readonly outcome: 'pending'; readonly providerReference: string }
  | { readonly outcome: 'refused'; readonly detail: string }
  | { readonly outcome: 'unavailable'; readonly detail: string }
  | { readonly outcome: 'unknown'; readonly isTimeout: boolean; readonly detail: string };

export type RefundInspection =
  | { readonly outcome: 'settled'; readonly providerReference: string; readonly settledAt: string }
  /** With `isHeld` it waits for its release. */
  | { readonly outcome: 'pending'; readonly isHeld?: boolean }
  | { readonly outcome: 'failed'; readonly detail: string }
  /** The provider knows nothing of it, so it may be asked for again. */
  | { readonly outcome: 'missing' }
  | { readonly outcome: 'silent'; readonly detail: string };

/** An adapter's reads of our own payments at its provider, for interpreting a statement. */
export interface OurPayments {
  /** Which of these are payments of ours. */
  known(paymentIds: readonly string[]): Promise<ReadonlySet<string>>;
  find(paymentId: string): Promise<PaymentRef | undefined>;
  /** The payments requested in a period. */
  requestedIn(period: Period): Promise<readonly string[]>;
  /** Those with a receipt of a period: some lists do not reach back to when a payment was made. */
  receivedIn(period: Period): Promise<readonly string[]>;
}

/** All that a provider has received in a period, and perhaps more; half of it is silence. */
export type StatementOutcome =
  | { readonly outcome: 'listed'; readonly entries: readonly StatementEntry[] }
  | { readonly outcome: 'silent'; readonly detail: string };

/** The methods of every adapter. Each returns all of its outcomes; it throws only for faults of our own. */
export interface Provider {
  /** As events name it. */
  readonly name: string;
  readonly paymentMethod: PaymentMethod;
  /** Whether an offer that was cut off may be asked for once more without the payer: cards never. */
  readonly canRepeatOffer: boolean;
  /** Makes the payment at the provider, or finds the one made before under the same id. */
  offer(request: OfferRequest): Promise<OfferOutcome>;
  /** Reads its state. Changes nothing at the provider. */
  inspect(payment: PaymentRef): Promise<Inspection>;
  /** Cancels an unpaid payment. */
  cancel(payment: PaymentRef): Promise<CancelOutcome>;
  refund(request: RefundRequest): Promise<RefundOutcome>;
  /** Reads the state of a refund. Changes nothing at the provider. */
  inspectRefund(request: RefundRequest): Promise<RefundInspection>;
  /**
   * Lets go the refund that was recorded, where asking for one does not move anything yet. One that is not `released` is
   * released again later; twice changes nothing.
   */
  releaseRefund?(request: RefundRequest): Promise<PayoutRelease>;
  /** Lists the receipts of a period; absent where a provider cannot. */
  statement?(period: Period, ours: OurPayments): Promise<StatementOutcome>;
  /** Starts background work (registrations and the like); the returned function ends it. */
  start(): () => Promise<void>;
}

/** A provider, the reader of its callbacks, and its connection. */
export interface Adapter<P extends Provider = Provider> {
  readonly provider: P;
  readonly namesIn: NamesIn;
  readonly close: () => void;
}

export type CardRequest = OfferRequest & {
  readonly card: Card | SavedCard;
  readonly installments: number;
  /** The payer wants to pay with it again. */
  readonly isToBeSaved?: boolean;
};

/** An acquirer: it authorises and captures in one step, with a card that is nowhere but in memory. */
export interface CardProvider extends Provider {
  charge(request: CardRequest): Promise<OfferOutcome>;
}

export const isCardProvider = (provider: Provider): provider is CardProvider => 'charge' in provider;
