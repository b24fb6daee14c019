import { feeRuleFor, type FeeMethod } from '../domain/fees';
import { price, type Pricing } from '../domain/pricing';
import { type SplitRule } from '../domain/split';
import { type RequestedShare } from './charge-request';
import { IdentityUnavailableError, type Identity } from '../clients/identity';
import { type MerchantRuleStore } from '../store/merchant-rules';
import { isRefusal, type Refusal } from './refusal';
import { hashed, resolveRecipients } from './resolve-recipients';

export interface ToPrice {
  readonly userId: number;
  readonly grossAmountMinor: number;
  readonly method: FeeMethod;
  readonly installments: number;
  readonly shares: readonly RequestedShare[];
}

export interface Priced {
  readonly pricing: Pricing;
  /** The shares, their recipients looked up. */
  readonly split: readonly SplitRule[];
}

/** Prices a charge and divides it; refuses when a recipient cannot be looked up now. */
export type PricingFor = (wanted: ToPrice) => Promise<Priced | Refusal>;

export const createPricingFor =
  ({
    merchantRules,
    identity,
  }: {
    readonly merchantRules: MerchantRuleStore;
    readonly identity: Identity;
  }): PricingFor =>
  async ({ userId, grossAmountMinor, method, installments, shares }) => {
    const wanted = shares.map(hashed);
    const emailHashes = new Set(wanted.map(({ emailHash }) => emailHash));
    const { rules, users: known } = await merchantRules.withUsers(userId, [...emailHashes]);
    const split = await resolveRecipients(wanted, { known, identity, unknown: rules.payments }).catch(
      recipientsUnknown,
    );
    if (isRefusal(split)) return split;
    return { pricing: price(grossAmountMinor, userId, feeRuleFor(rules.fees, method, installments), split), split };
  };

const recipientsUnknown = (fault: unknown): Refusal => {
  if (fault instanceof IdentityUnavailableError) return { refused: 'recipients_unknown' };
  throw fault;
};
