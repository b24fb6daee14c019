import { multiplyDivideRoundHalfUp } from '@repasse/values/money';
import { type ChargeMethod } from '@repasse/contracts';

/** DEFAULT prices a charge whose payer has not chosen a method yet. */
export type FeeMethod = 'DEFAULT' | ChargeMethod;

/** Ten thousand basis points are the whole. */
export const wholeBps = 10_000;

export interface FeeRule {
  readonly method: FeeMethod;
  readonly installmentsFrom: number;
  readonly installmentsTo: number;
  readonly percentBps: number;
  readonly fixedMinor: number;
  readonly minMinor: number | null;
  readonly maxMinor: number | null;
  readonly settle: { readonly firstDays: number; readonly perInstallmentDays: number };
  /** The part of the net amount held back against disputes. */
  readonly reserveBps: number;
}

/** A fee as it was charged: the rule's numbers stay beside the result, so that a statement can explain it years later. */
export interface Fee {
  readonly code: string;
  readonly method: FeeMethod;
  readonly percentBps: number;
  readonly fixedMinor: number;
  /** The bounds of the rule; null where it has none. */
  readonly minMinor: number | null;
  readonly maxMinor: number | null;
  /** The limit that replaced the amount by percent and fixed; null when none applied. */
  readonly limitedBy: FeeLimit | null;
  readonly amountMinor: number;
}

export type FeeLimit = 'MINIMUM' | 'MAXIMUM' | 'GROSS_AMOUNT';

export interface FeeRules {
  readonly merchant: readonly FeeRule[];
  readonly platform: readonly FeeRule[];
}

/**
 * fee = clamp(roundHalfUp(gross × bps) + fixed, min, max), and never more than the gross amount: the net amount of a
 * charge of a few centavos is zero, not negative.
 */
export const feeOf = (rule: FeeRule, grossAmountMinor: number): Fee => ({
  code: `${rule.method}_FEE`,
  method: rule.method,
  percentBps: rule.percentBps,
  fixedMinor: rule.fixedMinor,
  minMinor: rule.minMinor,
  maxMinor: rule.maxMinor,
  ...limited(rule, grossAmountMinor),
});

const limited = (rule: FeeRule, grossAmountMinor: number): Pick<Fee, 'limitedBy' | 'amountMinor'> => {
  const asked = percentPart(rule, grossAmountMinor) + rule.fixedMinor;
  const amountMinor = clamp(rule, asked);
  if (amountMinor > grossAmountMinor) return { limitedBy: 'GROSS_AMOUNT', amountMinor: grossAmountMinor };
  if (amountMinor === asked) return { limitedBy: null, amountMinor };
  return { limitedBy: amountMinor > asked ? 'MINIMUM' : 'MAXIMUM', amountMinor };
};

/** The merchant's own rule for the method and number of instalments, else the platform's. */
export const feeRuleFor = (rules: FeeRules, method: FeeMethod, installments = 1): FeeRule => {
  const covers = (rule: FeeRule): boolean =>
    rule.method === method && rule.installmentsFrom <= installments && installments <= rule.installmentsTo;
  const rule = rules.merchant.find(covers) ?? rules.platform.find(covers);
  if (!rule) throw new Error(`No fee rule covers ${method} in ${installments} instalments.`);
  return rule;
};

const percentPart = (rule: FeeRule, grossAmountMinor: number): number =>
  multiplyDivideRoundHalfUp(grossAmountMinor, rule.percentBps, wholeBps);

const clamp = (rule: FeeRule, amountMinor: number): number =>
  Math.max(rule.minMinor ?? 0, Math.min(rule.maxMinor ?? amountMinor, amountMinor));
