import { type FxQuote } from '@repasse/contracts';
import { type CreateCharge } from '../domain/charge.commands';
import { chargeCurrency, type AttemptTerms, type ChargeTerms } from '../domain/charge.terms';
import { type Pricing } from '../domain/pricing';
import { type SplitRule } from '../domain/split';
import { type ChargeRequest } from './charge-request';
import { type PricingFor } from './pricing-for';
import { isRefusal, type Refusal } from './refusal';
import { earliest } from './request-attempt';

export interface NewCharge {
  readonly userId: number;
  /** All ids of the new charge derive from it: a repeated request makes the same things. */
  readonly ulid: string;
  readonly now: string;
  /** The frozen price of a first attempt in another currency. */
  readonly fx: FxQuote | null;
}

/** The command for a request: recipients looked up, and priced by the fee of its method. */
export type CommandFor = (wanted: ChargeRequest, made: NewCharge) => Promise<CreateCharge | Refusal>;

export const createCommandFor =
  (pricingFor: PricingFor): CommandFor =>
  async (wanted, made) => {
    const priced = await pricingFor({
      userId: made.userId,
      grossAmountMinor: wanted.grossAmountMinor,
      method: wanted.paymentMethod ?? 'DEFAULT',
      installments: wanted.installments,
      shares: wanted.shares,
    });
    if (isRefusal(priced)) return priced;
    const { pricing, split } = priced;
    return {
      type: 'CreateCharge',
      data: {
        now: made.now,
        terms: termsOf(wanted, made, split),
        ...{ pricing, attempt: attemptOf(wanted, made, pricing) },
      },
    };
  };

const termsOf = (wanted: ChargeRequest, { userId, ulid }: NewCharge, split: readonly SplitRule[]): ChargeTerms => ({
  chargeId: `ch_${ulid}`,
  userId,
  kind: 'SALE',
  grossAmountMinor: wanted.grossAmountMinor,
  currency: chargeCurrency,
  description: wanted.description,
  externalReference: wanted.externalReference,
  webhookUrl: wanted.webhookUrl,
  redirectUrl: wanted.redirectUrl,
  split,
  methods: wanted.methods,
  installmentsMax: wanted.installmentsMax,
  attemptsMax: wanted.attemptsMax,
  clientMode: wanted.clientMode,
  expiresAt: wanted.expiresAt,
});

const attemptOf = (wanted: ChargeRequest, { ulid, fx }: NewCharge, pricing: Pricing): AttemptTerms | null =>
  wanted.paymentMethod && {
    attemptId: `att_${ulid}`,
    paymentId: `pay_${ulid}`,
    paymentMethod: wanted.paymentMethod,
    grossAmountMinor: wanted.grossAmountMinor,
    installments: wanted.installments,
    fx,
    redirectUrl: wanted.redirectUrl,
    pricing,
    expiresAt: earliest(wanted.expiresAt, wanted.attemptExpiresAt, fx?.expiresAt ?? null),
  };
