import { type CommandData, type CommandIn } from '@repasse/chassis/decider';
import {
  type PayoutFacts,
  type PayoutPrice,
  type PayoutReference,
  type PayoutReturn,
  type PayoutTerms,
} from './payout';

/** The data of each command, beside `now`. */
interface Data {
  RequestPayout: { facts: PayoutFacts; terms: PayoutTerms };
  /** With a reference it has a name at the provider from then on, which is ours. */
  PricePayout: { price: PayoutPrice; reference?: PayoutReference };
  /** The provider has it. The first that is recorded counts, and no other is ever released. */
  PreparePayout: { reference: PayoutReference };
  /** It cannot be asked for: nothing is there that could be released. */
  RefusePayout: { failure: string };
  /** The provider says of the payout of this reference that it is being sent, … */
  ConfirmPayout: { providerReference: string };
  /** … that it was sent, … */
  SettlePayout: {
    providerReference: string;
    transactionHash: string | null;
    settledAt: string;
    endToEndId?: string | undefined;
  };
  /** … or that it never will be. */
  FailPayout: { providerReference: string; failure: string };
  /** The provider says of a paid payout that money came back, each transfer of it once. */
  ReturnPayout: { providerReference: string } & PayoutReturn;
}

export type PayoutDataOf<T extends keyof Data> = CommandData<Data, T>;
export type PayoutCommand<T extends keyof Data = keyof Data> = CommandIn<Data, T>;

/** The commands for an existing payout. */
export type LaterPayoutCommand = Exclude<PayoutCommand, { type: 'RequestPayout' }>;
