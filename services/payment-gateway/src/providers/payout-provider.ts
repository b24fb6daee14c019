import { type PayoutDestination, type PayoutReference } from '../payouts/domain/payout';

/** Coins that are to be sent: of a withdrawal, or back to a payer. */
export interface PayoutRequest extends PayoutDestination {
  /** Ours: what it is sent for. */
  readonly payoutId: string;
  /** Decimal text. */
  readonly payAmount: string;
}

/** What asking for a price in a coin can come to. */
export type PayoutEstimate =
  | { readonly outcome: 'estimated'; readonly payAmount: string }
  /** In words of the provider: it pays out no such coin, or not so little. */
  | { readonly outcome: 'refused'; readonly detail: string }
  | { readonly outcome: 'unavailable'; readonly detail: string };

export type AddressCheck =
  | { readonly outcome: 'right' }
  | { readonly outcome: 'wrong'; readonly detail: string }
  | { readonly outcome: 'unavailable'; readonly detail: string };

/** What asking for a payout can come to. Nothing is sent by it, so what was not answered is asked for anew. */
export type PayoutPreparation =
  | { readonly outcome: 'prepared'; readonly reference: PayoutReference }
  | { readonly outcome: 'refused'; readonly detail: string }
  /** The account over there has not enough coins: a matter of time, and of whoever runs this installation. */
  | { readonly outcome: 'unfunded'; readonly detail: string }
  | { readonly outcome: 'unavailable'; readonly detail: string }
  | { readonly outcome: 'unknown'; readonly detail: string };

/** What letting a payout go can come to. A second time it changes nothing. */
export type PayoutRelease =
  | { readonly outcome: 'released' }
  /** Not now, and not because of the payout: a code that is not taken, for example. */
  | { readonly outcome: 'refused'; readonly detail: string }
  | { readonly outcome: 'unavailable'; readonly detail: string }
  | { readonly outcome: 'unknown'; readonly detail: string };

/** What a provider says of a payout when asked. */
export type PayoutInspection =
  /** It waits to be let go, or stands in a way nobody has heard of. */
  | { readonly outcome: 'held' }
  | { readonly outcome: 'sending' }
  | { readonly outcome: 'settled'; readonly transactionHash: string | null; readonly settledAt: string | null }
  | { readonly outcome: 'failed'; readonly detail: string }
  /** The provider does not know what it named itself, or does not answer, or speaks of something else. */
  | { readonly outcome: 'silent'; readonly detail: string };

/**
 * Whoever sends coins for us. Money leaves in two steps: what is prepared stays where it is until it is let go, and only
 * what was recorded in between may be. Each method answers all of its endings.
 */
export interface PayoutProvider {
  /** As events name it. */
  readonly name: string;
  /** What an amount in a currency is in a coin. */
  estimate(price: { amount: string; currency: string }, payCurrency: string): Promise<PayoutEstimate>;
  checkAddress(destination: PayoutDestination): Promise<AddressCheck>;
  prepare(request: PayoutRequest): Promise<PayoutPreparation>;
  release(request: PayoutRequest, reference: PayoutReference): Promise<PayoutRelease>;
  /** Changes nothing over there. */
  inspect(request: PayoutRequest, reference: PayoutReference): Promise<PayoutInspection>;
}
