import { exponentOf, formatMinor, parseDecimal } from '@repasse/values/money';
import { type components } from '@repasse/contracts/generated/http/charge';
import { chargeCurrency } from '../../domain/charge.terms';
import { type FeeRule, type FeeRules } from '../../domain/fees';

export type FeeRuleBody = components['schemas']['FeeRule'];

/** The rules in force: the merchant's, and the platform's wherever the merchant has none that covers as much. */
export const feeRulesBody = (userId: number, { merchant, platform }: FeeRules) => ({
  userId,
  rules: [
    ...merchant.map((rule) => ({ ...bodyOf(rule), origin: 'MERCHANT' as const })),
    ...platform
      .filter((rule) => !isCovered(rule, merchant))
      .map((rule) => ({ ...bodyOf(rule), origin: 'PLATFORM' as const })),
  ],
});

export const feeRuleOf = (body: FeeRuleBody): FeeRule => ({
  method: body.method,
  installmentsFrom: body.installmentsFrom,
  installmentsTo: body.installmentsTo,
  percentBps: body.percentBps,
  fixedMinor: minorOf(body.fixed),
  minMinor: body.min === undefined ? null : minorOf(body.min),
  maxMinor: body.max === undefined ? null : minorOf(body.max),
  settle: { firstDays: body.settle.firstDays, perInstallmentDays: body.settle.perInstallmentDays },
  reserveBps: body.reserveBps ?? 0,
});

/** Amounts have passed the schema's pattern. */
export const minorOf = (amount: string): number => parseDecimal(amount, exponentOf(chargeCurrency)) ?? 0;

const bodyOf = (rule: FeeRule): FeeRuleBody => ({
  method: rule.method,
  installmentsFrom: rule.installmentsFrom,
  installmentsTo: rule.installmentsTo,
  percentBps: rule.percentBps,
  fixed: formatMinor(rule.fixedMinor),
  ...(rule.minMinor !== null && { min: formatMinor(rule.minMinor) }),
  ...(rule.maxMinor !== null && { max: formatMinor(rule.maxMinor) }),
  settle: rule.settle,
  reserveBps: rule.reserveBps,
});

const isCovered = (rule: FeeRule, merchant: readonly FeeRule[]): boolean => {
  const own = merchant.filter(({ method }) => method === rule.method);
  for (let count = rule.installmentsFrom; count <= rule.installmentsTo; count += 1) {
    if (!own.some(({ installmentsFrom, installmentsTo }) => installmentsFrom <= count && count <= installmentsTo)) {
      return false;
    }
  }
  return true;
};
