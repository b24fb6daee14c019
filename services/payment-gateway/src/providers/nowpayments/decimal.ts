import { pattern } from '@repasse/chassis/schema/schema';

/** Amounts of coins are decimal text of any length; they are compared and added up without a float in between. */
export const decimal = pattern(/^\d{1,30}(\.\d{1,30})?$/);

const aligned = (texts: readonly string[]): { readonly units: readonly bigint[]; readonly decimals: number } => {
  const parts = texts.map((text) => text.split('.'));
  const decimals = Math.max(0, ...parts.map(([, fraction = '']) => fraction.length));
  return {
    units: parts.map(([whole = '0', fraction = '']) => BigInt(whole + fraction.padEnd(decimals, '0'))),
    decimals,
  };
};

export const compareDecimals = (one: string, other: string): number => {
  const [a = 0n, b = 0n] = aligned([one, other]).units;
  return a < b ? -1 : a > b ? 1 : 0;
};

/** 0.10 and 0.05 are 0.15; zeros that say nothing are left out. */
export const sumDecimals = (texts: readonly string[]): string => {
  const { units, decimals } = aligned(texts);
  return textOf(
    units.reduce((sum, each) => sum + each, 0n),
    decimals,
  );
};

/** What is left of an amount, and nothing where more was taken; zeros that say nothing are left out. */
export const differenceOf = (whole: string, taken: string): string => {
  const { units, decimals } = aligned([whole, taken]);
  const [a = 0n, b = 0n] = units;
  return textOf(a > b ? a - b : 0n, decimals);
};

const textOf = (units: bigint, decimals: number): string => {
  const digits = String(units).padStart(decimals + 1, '0');
  const fraction = decimals === 0 ? '' : digits.slice(-decimals).replace(/0+$/, '');
  return digits.slice(0, digits.length - decimals) + (fraction === '' ? '' : `.${fraction}`);
};

/** What `part` of `whole` is of an amount, rounded down. */
export const shareOf = (amountMinor: number, part: string, whole: string): number => {
  const [a = 0n, b = 0n] = aligned([part, whole]).units;
  if (b <= 0n) throw new RangeError('Nothing can be a part of nothing.');
  return Number((BigInt(amountMinor) * a) / b);
};
