import { type Dated, type Happened } from '@repasse/chassis/decider';
import { type PayoutFacts, type PayoutPrice, type PayoutReference, type PayoutTerms } from './payout';

/** An event as it is decided: it gets the time of its command. Only the first names the payout's facts. */
export type UndatedPayoutEvent =
  | Happened<'PayoutRequested', { facts: PayoutFacts; terms: PayoutTerms }>
  /** Private: the amount of coins to send. */
  | Happened<'PayoutPriced', { price: PayoutPrice }>
  /** Private: the provider has it, and nothing moves before it is let go. */
  | Happened<'PayoutPrepared', { reference: PayoutReference }>
  | Happened<'PayoutConfirming'>
  /** `settledAt` is the provider's time. */
  | Happened<'PayoutSettled', { transactionHash: string | null; settledAt: string }>
  | Happened<'PayoutFailed', { failure: string }>;

export type PayoutEvent = Dated<UndatedPayoutEvent>;
