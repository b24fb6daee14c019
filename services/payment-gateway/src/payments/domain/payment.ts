import { type FxQuote, type PaymentMethod } from '@repasse/contracts';
import { type Dispute } from '../../disputes/domain/dispute';
import { type Decline } from './decline';
import { type CardSummary, type Instructions } from './methods';
import { type Refund } from '../../refunds/domain/refund';

/** Of a payment that was rebuilt from its public events, which do not tell it. A repeated request is not compared by it. */
export const unknownQuoteId = '';

/** The facts that never change in a payment's life. */
export interface PaymentFacts {
  readonly paymentId: string;
  readonly invoiceId: number;
  readonly userId: number;
  readonly chargeId: string | null;
  readonly attemptId: string | null;
  readonly paymentMethod: PaymentMethod;
  /** In BRL, also when the payer pays in another currency: that amount is in `fx`. */
  readonly amountMinor: number;
  readonly currency: string;
  readonly provider: string;
  /** The quote the payer's price comes from; null when the payer pays in BRL. */
  readonly fx: FxQuote | null;
  /** In how many monthly parts a card pays; null for other methods. */
  readonly installments: number | null;
}

/** The provider's inputs beside the amount. Kept here, so that a crash does not lose them; never published. */
export interface PaymentTerms {
  readonly externalReference: string | null;
  readonly description: string | null;
  readonly payerMessage: string | null;
  readonly additionalInfo: readonly { readonly name: string; readonly value: string }[];
  /** The text on the payer's statement for an international payment. */
  readonly statementDescriptor: string | null;
  /** Where the payer goes after paying, on a page of ours or of the provider. */
  readonly redirectUrl: string | null;
  readonly card: CardSummary | null;
  /** The coin a payment by crypto is made in, in capitals; absent for other methods. */
  readonly payCurrency?: string | undefined;
  readonly expiresAt: string;
}

export interface Offer {
  /** The payment in the provider's own words: for PIX the txid. */
  readonly providerReference: string;
  readonly instructions: Instructions;
}

/** Money that arrived, as the provider confirmed it. */
export interface Receipt {
  /** The receipt in the provider's own words: for PIX the endToEndId. */
  readonly providerReference: string;
  /** In BRL: a receipt of the whole foreign amount of a quote is one of the whole BRL amount. */
  readonly amountMinor: number;
  readonly receivedAt: string;
}

/** The part received of a price. */
export interface PartialReceipt {
  /** Of the payment's amount, rounded down. */
  readonly receivedTotalMinor: number;
  /** In the coin. */
  readonly receivedPayAmount: string;
}

export type FailureReason = 'PROVIDER_ERROR' | 'DECLINED';

export type CancelReason = 'CHARGE_PAID' | 'CHARGE_CANCELED' | 'CHARGE_EXPIRED' | 'CHARGE_FAILED' | 'MERCHANT';

/** That a payment is to be taken back at its provider, which has not confirmed it yet. */
export interface CancelRequest {
  readonly reason: CancelReason;
  readonly requestedAt: string;
}

interface Known {
  readonly facts: PaymentFacts;
  readonly terms: PaymentTerms;
}

type Open = Known & { readonly cancelRequest: CancelRequest | null };

export type PaymentState =
  | { readonly status: 'absent' }
  | ({ readonly status: 'requested'; readonly requestedAt: string } & Open)
  | ({ readonly status: 'unknown'; readonly requestedAt: string } & Open)
  | ({ readonly status: 'offered'; readonly offer: Offer } & Open)
  /** The payer has paid, and the provider has not confirmed it. */
  | ({ readonly status: 'confirming'; readonly offer: Offer | null } & Open)
  /** Deposits have come that are less than the price, and nothing is fulfilled for them; the rest may follow. */
  | ({
      readonly status: 'partially_received';
      readonly offer: Offer | null;
      readonly partial: PartialReceipt;
      /** When this sum was reported. */
      readonly partiallyReceivedAt: string;
    } & Known)
  | ({
      readonly status: 'received';
      readonly offer: Offer | null;
      readonly receipts: readonly Receipt[];
      /** The receipt of a part that the merchant took for the whole; null where the price has come. */
      readonly acceptedReference: string | null;
      readonly refunds: readonly Refund[];
      readonly disputes: readonly Dispute[];
    } & Known)
  | ({ readonly status: 'expired'; readonly offer: Offer | null } & Known)
  | ({
      readonly status: 'canceled';
      readonly offer: Offer | null;
      readonly reason: CancelReason;
      /** The provider's first answer came after the end, and its offer is to be canceled. */
      readonly isOfferOpen: boolean;
    } & Known)
  | ({
      readonly status: 'failed';
      readonly offer: Offer | null;
      readonly reason: FailureReason;
      readonly decline: Decline | null;
    } & Known);

export type KnownPayment = Exclude<PaymentState, { status: 'absent' }>;
export type ReceivedPayment = Extract<PaymentState, { status: 'received' }>;
export type PaymentStatus = PaymentState['status'];

/** A payment that must be there, because its id was just read or written. */
export const knownOf = (paymentId: string, state: PaymentState): KnownPayment => {
  if (state.status === 'absent') throw new Error(`Payment ${paymentId} must be there and has no events.`);
  return state;
};

/** The payer's offer, if there is one yet. */
export const offerIn = (state: PaymentState): Offer | null => ('offer' in state ? state.offer : null);

export const receiptsOf = (state: PaymentState): readonly Receipt[] =>
  state.status === 'received' ? state.receipts : [];

export const refundsOf = (state: PaymentState): readonly Refund[] => (state.status === 'received' ? state.refunds : []);

/** A refund that must be there, because an event or a command has just named it. */
export const refundIn = (state: PaymentState, refundId: string): Refund => {
  const refund = refundsOf(state).find((each) => each.refundId === refundId);
  if (refund === undefined) throw new Error(`Refund ${refundId} must be there and was never requested.`);
  return refund;
};

export const disputesOf = (state: PaymentState): readonly Dispute[] =>
  state.status === 'received' ? state.disputes : [];

/** That it is to be taken back, if that was asked for and is not done. */
export const cancelRequestOf = (state: PaymentState): CancelRequest | null =>
  'cancelRequest' in state ? state.cancelRequest : null;
