import { formatAmount } from '@repasse/values/money';

/** Writes amounts of one currency, such as "99.01". */
export type AmountText = (amountMinor: number) => string;

export const amountTextIn =
  (currency: string): AmountText =>
  (amountMinor) =>
    formatAmount(amountMinor, currency);
