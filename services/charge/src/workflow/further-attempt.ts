import type { ChargeMethod } from '@repasse/contracts';
import { remainderOf, type ExistingCharge } from '../domain/charge';
import type { AttemptTerms, FxQuote } from '../domain/charge.terms';
import { feeRuleFor } from '../domain/fees';
import { price } from '../domain/pricing';
import type { MerchantRuleStore } from '../store/merchant-rules';

export interface WantedAttempt {
  readonly paymentMethod: ChargeMethod;
  /** 1 for everything but cards. */
  readonly installments: number;
  readonly fx: FxQuote | null;
  readonly redirectUrl: string | null;
  /** Null leaves it to the charge. */
  readonly expiresAt: string | null;
}

/** The terms of one more attempt at a charge: the remainder, at the price of its method. */
export type AttemptTermsFor = (charge: ExistingCharge, wanted: WantedAttempt, ulid: string) => Promise<AttemptTerms>;

export const createAttemptTermsFor =
  (merchantRules: MerchantRuleStore): AttemptTermsFor =>
  async (charge, { paymentMethod, installments, fx, redirectUrl, expiresAt }, ulid) => {
    const { userId, grossAmountMinor, split } = charge.terms;
    const { fees } = await merchantRules.of(userId);
    const rule = feeRuleFor(fees, paymentMethod, installments);
    return {
      attemptId: `att_${ulid}`,
      paymentId: `pay_${ulid}`,
      ...{ paymentMethod, installments, fx },
      grossAmountMinor: remainderOf(charge),
      redirectUrl: redirectUrl ?? charge.terms.redirectUrl,
      pricing: price(grossAmountMinor, userId, rule, split),
      expiresAt: earliest(charge.terms.expiresAt, expiresAt, fx?.expiresAt ?? null),
    };
  };

/** No attempt outlives its charge or its quote. */
export const earliest = (charge: string, ...others: readonly (string | null)[]): string =>
  others.reduce<string>((soonest, time) => (time !== null && time < soonest ? time : soonest), charge);
