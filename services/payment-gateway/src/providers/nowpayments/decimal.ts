import Big from 'big.js';
import { pattern } from '@repasse/chassis/schema/schema';

/** Amounts of coins are decimal text of any length; they are compared and added up without a float in between. */
export const decimal = pattern(/^\d{1,30}(\.\d{1,30})?$/);

export const compareDecimals = (one: string, other: string): number => new Big(one).cmp(other);

/** 0.10 and 0.05 are 0.15; zeros that say nothing are left out. */
export const sumDecimals = (texts: readonly string[]): string =>
  texts.reduce((sum, each) => sum.plus(each), new Big(0)).toFixed();

/** Subtracts; 0 where more was taken than there is. Without trailing zeros. */
export const differenceOf = (whole: string, taken: string): string => {
  const left = new Big(whole).minus(taken);
  return left.lt(0) ? '0' : left.toFixed();
};

/** Divides to whole numbers, rounded down. */
const Whole = Big();
Whole.DP = 0;
Whole.RM = Whole.roundDown;

/** The share `part` ÷ `whole` of an amount, rounded down. */
export const shareOf = (amountMinor: number, part: string, whole: string): number => {
  if (new Big(whole).lte(0)) throw new RangeError('Nothing can be a part of nothing.');
  return new Whole(amountMinor).times(part).div(whole).toNumber();
};
