import { type PayoutFacts, type PayoutPrice, type PayoutReference, type PayoutTerms } from './payout';

type Command<Type extends string, Data> = {
  readonly type: Type;
  readonly data: Readonly<Data> & { readonly now: string };
};

export type RequestPayout = Command<'RequestPayout', { facts: PayoutFacts; terms: PayoutTerms }>;
export type PricePayout = Command<'PricePayout', { price: PayoutPrice }>;
/** The provider has it. The first that is recorded counts, and no other is ever let go. */
export type PreparePayout = Command<'PreparePayout', { reference: PayoutReference }>;
/** It cannot be asked for: nothing is there that could be let go. */
export type RefusePayout = Command<'RefusePayout', { failure: string }>;
/** The provider says of the payout under this name that it is being sent, … */
export type ConfirmPayout = Command<'ConfirmPayout', { providerReference: string }>;
/** … that it was sent, … */
export type SettlePayout = Command<
  'SettlePayout',
  { providerReference: string; transactionHash: string | null; settledAt: string }
>;
/** … or that it never will be. */
export type FailPayout = Command<'FailPayout', { providerReference: string; failure: string }>;

export type PayoutCommand =
  | RequestPayout
  | PricePayout
  | PreparePayout
  | RefusePayout
  | ConfirmPayout
  | SettlePayout
  | FailPayout;

/** The commands for an existing payout. */
export type LaterPayoutCommand = Exclude<PayoutCommand, RequestPayout>;
