import { parseDecimal } from '@repasse/values/money';

/** In minor units of BRL, of a text that has passed its schema. */
export const amountMinorIn = (amount: string): number => {
  const amountMinor = parseDecimal(amount, 2);
  if (amountMinor === undefined) throw new Error('An amount passed its schema and cannot be read.');
  return amountMinor;
};
