import Big from 'big.js';
import { amountMinorMax } from '@repasse/values/money';
import { pattern } from '../wire/schema';

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

export const isZero = (text: string): boolean => new Big(text).eq(0);

/** `amount` × `part` ÷ `whole`, to twenty decimals. */
export const proportionOf = (amount: string, part: string, whole: string): string =>
  new Big(amount).times(part).div(whole).toFixed();

/**
 * `price` × `rate` in minor units, rounded up or down. The price is rounded to minor units before as well, because it is
 * asked for in no others. Prices have two decimals in every currency the provider prices in.
 */
export const multiplyToMinor = (price: string, rate: string, exponent: number, rounded: 'up' | 'down'): number => {
  const rounding = rounded === 'up' ? Big.roundUp : Big.roundDown;
  const whole = new Big(price).round(priceDecimals, rounding);
  const minor = whole.times(rate).times(new Big(10).pow(exponent)).round(0, rounding);
  return minor.gt(amountMinorMax) ? amountMinorMax : minor.toNumber();
};

const priceDecimals = 2;
