import { type Dated, type Happened } from '@repasse/chassis/decider';
import {
  type PayoutFacts,
  type PayoutPrice,
  type PayoutReference,
  type PayoutReturn,
  type PayoutTerms,
} from './payout';

/** An event as it is decided: it gets the time of its command. Only the first names the payout's facts. */
export type UndatedPayoutEvent =
  | Happened<'PayoutRequested', { facts: PayoutFacts; terms: PayoutTerms }>
  /** Private: the amount to send. */
  | Happened<'PayoutPriced', { price: PayoutPrice }>
  /** Private: the provider has it, and nothing moves before it is let go. */
  | Happened<'PayoutPrepared', { reference: PayoutReference }>
  | Happened<'PayoutConfirming'>
  /** `settledAt` is the provider's time. A transfer between banks has an end-to-end id, coins may have a hash. */
  | Happened<'PayoutSettled', { transactionHash: string | null; settledAt: string; endToEndId?: string | undefined }>
  /** Some or all of what was paid came back; `returnedAt` is the provider's time. */
  | Happened<'PayoutReturned', PayoutReturn>
  | Happened<'PayoutFailed', { failure: string }>;

export type PayoutEvent = Dated<UndatedPayoutEvent>;
