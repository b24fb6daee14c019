import { type PayoutFacts, type PayoutPrice, type PayoutReference, type PayoutTerms } from './payout';

type Fact<Type extends string, Data> = { readonly type: Type; readonly data: PayoutFacts & Readonly<Data> };
/** Later events repeat the earlier decisions. */
type Prepared<Data> = { readonly price: PayoutPrice; readonly reference: PayoutReference } & PayoutTerms & Data;

export type PayoutEvent =
  | Fact<'PayoutRequested', PayoutTerms & { requestedAt: string }>
  /** Private: the amount of coins to send. */
  | Fact<'PayoutPriced', { price: PayoutPrice; pricedAt: string }>
  /** Private: the provider has it, and nothing moves before it is let go. */
  | Fact<'PayoutPrepared', { reference: PayoutReference; preparedAt: string }>
  | Fact<'PayoutConfirming', Prepared<{ confirmingAt: string }>>
  | Fact<'PayoutSettled', Prepared<{ transactionHash: string | null; settledAt: string; recordedAt: string }>>
  | Fact<'PayoutFailed', { failure: string; failedAt: string }>;
