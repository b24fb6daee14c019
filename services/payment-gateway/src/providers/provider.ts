import { type FailureReason, type Offer, type PaymentFacts, type PaymentTerms, type Receipt } from '../domain/payment';

/** Who pays, as far as the merchant told. Kept in a table of its own and never on an event. */
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

/** What asking a provider to make a payment can come to. Silence is its own ending and never a refusal. */
export type OfferOutcome =
  | { readonly outcome: 'offered'; readonly offer: Offer }
  | { readonly outcome: 'refused'; readonly reason: FailureReason; readonly detail: string }
  /** Nothing was made: the question never left, or was turned away before it was looked at. */
  | { readonly outcome: 'unavailable'; readonly detail: string }
  /** The question left, and whether the payment exists over there is not known. */
  | { readonly outcome: 'unknown'; readonly isTimeout: boolean; readonly detail: string };

/** What a provider says of a payment when asked. A status nobody has heard of is `pending`. */
export type Inspection =
  | {
      readonly outcome: 'found';
      readonly status: 'pending' | 'received' | 'removed';
      readonly receipts: readonly Receipt[];
    }
  | { readonly outcome: 'missing' }
  | { readonly outcome: 'silent'; readonly detail: string };

/** What every adapter can do. Each method answers all of its endings; it throws only for faults of our own. */
export interface Provider {
  /** As events name it. */
  readonly name: string;
  readonly paymentMethod: PaymentFacts['paymentMethod'];
  /** Makes the payment at the provider, or finds the one made before under the same id. */
  offer(request: OfferRequest): Promise<OfferOutcome>;
  /** Asks what became of it. Changes nothing over there. */
  inspect(payment: Pick<PaymentFacts, 'paymentId'>): Promise<Inspection>;
  /** Begins what goes on beside requests (registrations and the like); the answer ends it. */
  start(): () => Promise<void>;
}
