import type { AttemptTerms, ChargeTerms } from '../domain/charge.events';
import { chargeCurrency, type CreateCharge } from '../domain/charge.decide';
import { feeRuleFor } from '../domain/fees';
import { price, type Pricing } from '../domain/pricing';
import type { SplitRule } from '../domain/split';
import type { ChargeRequest } from '../http/checks/charge-request';
import type { ResolveRecipients } from './resolve-recipients';
import type { FeeRuleStore } from '../store/fee-rules';

export interface NewCharge {
  readonly userId: number;
  /** Every id of what is made derives from it: a request that comes again makes the same things. */
  readonly ulid: string;
  readonly now: string;
}

/** The command for a request: recipients looked up, and priced by the fee of its method. */
export type CommandFor = (wanted: ChargeRequest, made: NewCharge) => Promise<CreateCharge>;

export const createCommandFor =
  ({
    feeRules,
    resolveRecipients,
  }: {
    readonly feeRules: FeeRuleStore;
    readonly resolveRecipients: ResolveRecipients;
  }): CommandFor =>
  async (wanted, made) => {
    const [rules, split] = await Promise.all([feeRules.of(made.userId), resolveRecipients(wanted.shares)]);
    const rule = feeRuleFor(rules, wanted.paymentMethod ?? 'DEFAULT');
    const pricing = price(wanted.grossAmountMinor, made.userId, rule, split);
    return {
      type: 'CreateCharge',
      data: { terms: termsOf(wanted, made, split), pricing, attempt: attemptOf(wanted, made, pricing) },
    };
  };

const termsOf = (
  wanted: ChargeRequest,
  { userId, ulid, now }: NewCharge,
  split: readonly SplitRule[],
): ChargeTerms => ({
  chargeId: `ch_${ulid}`,
  userId,
  kind: 'SALE',
  grossAmountMinor: wanted.grossAmountMinor,
  currency: chargeCurrency,
  description: wanted.description,
  externalReference: wanted.externalReference,
  webhookUrl: wanted.webhookUrl,
  split,
  expiresAt: wanted.expiresAt,
  createdAt: now,
});

const attemptOf = (wanted: ChargeRequest, { ulid, now }: NewCharge, pricing: Pricing): AttemptTerms | null =>
  wanted.paymentMethod && {
    attemptId: `att_${ulid}`,
    paymentId: `pay_${ulid}`,
    paymentMethod: wanted.paymentMethod,
    grossAmountMinor: wanted.grossAmountMinor,
    pricing,
    expiresAt: wanted.attemptExpiresAt,
    requestedAt: now,
  };
