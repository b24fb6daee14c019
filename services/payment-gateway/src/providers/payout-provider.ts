import { type PayoutDestination, type PayoutReference, type PayoutReturn } from '../payouts/domain/payout';
import { type Rail } from '../payouts/domain/rails';
import { type Receiver } from '../payouts/domain/receiver';
import { type Period, type StatementEntry } from '../statements/domain/statement';

/** Money that is to be sent: of a withdrawal, or coins back to a payer. */
export interface PayoutRequest extends PayoutDestination {
  /** Our id of the payout. */
  readonly payoutId: string;
  /** Decimal text, in the coin or in reais. */
  readonly payAmount: string;
  /** The frozen receiver, where the terms themselves do not say it; only sending needs it. */
  readonly receiver?: Receiver | undefined;
}

/** The results of requesting a price in a coin. */
export type PayoutEstimate =
  | { readonly outcome: 'estimated'; readonly payAmount: string }
  /** In words of the provider: it pays out no such coin, or not so little. */
  | { readonly outcome: 'refused'; readonly detail: string }
  | { readonly outcome: 'unavailable'; readonly detail: string };

export type AddressCheck =
  | { readonly outcome: 'right' }
  | { readonly outcome: 'wrong'; readonly detail: string }
  | { readonly outcome: 'unavailable'; readonly detail: string };

/** The results of preparing a payout. It sends nothing, so a request without an answer is repeated. */
export type PayoutPreparation =
  | { readonly outcome: 'prepared'; readonly reference: PayoutReference }
  | { readonly outcome: 'refused'; readonly detail: string }
  /** The account at the provider lacks coins until the operator adds some. */
  | { readonly outcome: 'unfunded'; readonly detail: string }
  | { readonly outcome: 'unavailable'; readonly detail: string }
  | { readonly outcome: 'unknown'; readonly detail: string };

/** The results of releasing a payout. A repeat changes nothing. */
export type PayoutRelease =
  | { readonly outcome: 'released' }
  /** Refused for good, and the provider has nothing under its name. */
  | { readonly outcome: 'rejected'; readonly detail: string }
  /** The account lacks money until the operator adds some. */
  | { readonly outcome: 'unfunded'; readonly detail: string }
  /** Not now, and not because of the payout: a code that is not taken, for example. */
  | { readonly outcome: 'refused'; readonly detail: string }
  | { readonly outcome: 'unavailable'; readonly detail: string }
  | { readonly outcome: 'unknown'; readonly detail: string };

/** A provider's answer about a payout. */
export type PayoutInspection =
  /** It waits for its release, or has an unknown status. */
  | { readonly outcome: 'held' }
  | { readonly outcome: 'sending' }
  | {
      readonly outcome: 'settled';
      readonly transactionHash: string | null;
      readonly settledAt: string | null;
      readonly endToEndId?: string | undefined;
      /** What has come back since. */
      readonly returns?: readonly PayoutReturn[];
    }
  | { readonly outcome: 'failed'; readonly detail: string }
  /** The provider does not know its own reference, does not answer, or answers about another payout. */
  | { readonly outcome: 'silent'; readonly detail: string };

/** What the account holds, in minor units of BRL. */
export type BalanceAnswer =
  | { readonly outcome: 'told'; readonly balanceMinor: number }
  | { readonly outcome: 'unavailable'; readonly detail: string };

/** An adapter's look at our own payouts, for interpreting a statement. */
interface OurPayoutIds {
  /** Which of these are payouts of ours. */
  known(payoutIds: readonly string[]): Promise<ReadonlySet<string>>;
}

/** All that has left in a period, and perhaps more; half of it is silence. */
type SentListing =
  | { readonly outcome: 'listed'; readonly entries: readonly StatementEntry[] }
  | { readonly outcome: 'silent'; readonly detail: string };

/**
 * Sends money for us by one rail. It leaves in two steps: a prepared payout stays until it is released, and only one that
 * was recorded in between may be. Each method returns all of its outcomes.
 */
export interface PayoutProvider {
  /** As events name it. */
  readonly name: string;
  readonly rail: Rail;
  /** Where the provider knows payouts by our id, this asks nothing. */
  prepare(request: PayoutRequest): Promise<PayoutPreparation>;
  release(request: PayoutRequest, reference: PayoutReference): Promise<PayoutRelease>;
  /** Changes nothing over there. */
  inspect(request: PayoutRequest, reference: PayoutReference): Promise<PayoutInspection>;
  /** Absent where the provider says itself that the account is empty. */
  balance?(): Promise<BalanceAnswer>;
  /** All that has left in a period and arrived, for the statement of what was sent. */
  statement?(period: Period, ours: OurPayoutIds): Promise<SentListing>;
}

/** Sends coins. */
export interface CoinSender extends PayoutProvider {
  /** Converts an amount of a currency to a coin. */
  estimate(price: { amount: string; currency: string }, payCurrency: string): Promise<PayoutEstimate>;
  checkAddress(destination: PayoutDestination): Promise<AddressCheck>;
}
