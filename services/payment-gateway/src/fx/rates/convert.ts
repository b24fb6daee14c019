import { amountMinorMax, exponentOf } from '@repasse/values/money';
import { bpsWhole, type Rate, spreadRateDecimals } from './rate';

/** Charges are in BRL, whose minor unit is the hundredth. */
const sourceExponent = 2;

/** The rate less its spread, as an integer of 10^-12 BRL; exact, because a basis point has four decimals. */
export const withSpread = (rate: Rate, spreadBps: number): bigint => rate * (bpsWhole - BigInt(spreadBps));

/** The rate plus its spread: the price of one unit of the other currency for a user who is paid out in it. */
export const withSpreadOn = (rate: Rate, spreadBps: number): bigint => rate * (bpsWhole + BigInt(spreadBps));

/**
 * Converts `amountMinor` of BRL to another currency: divided by the rate with its spread and rounded once, here and
 * nowhere else, to the currency's own minor unit (JPY has none, KWD thousandths). Undefined when the result is zero or
 * out of range.
 */
const converter =
  (rounded: (numerator: bigint, denominator: bigint) => bigint) =>
  (amountMinor: number, currency: string, rateWithSpread: bigint): number | undefined => {
    const numerator = BigInt(amountMinor) * 10n ** BigInt(exponentOf(currency) + spreadRateDecimals);
    const converted = rounded(numerator, rateWithSpread * 10n ** BigInt(sourceExponent));
    return converted >= 1n && converted <= BigInt(amountMinorMax) ? Number(converted) : undefined;
  };

/** For what a payer pays: rounded half up. */
export const convert = converter((numerator, denominator) => (numerator * 2n + denominator) / (denominator * 2n));

/** The amounts of BRL that `convert` does not round to nothing, and that are not more than an amount can say. */
export const convertibleRange = (
  currency: string,
  rateWithSpread: bigint,
): { readonly leastMinor: number; readonly mostMinor: number } => {
  const denominator = rateWithSpread * 10n ** BigInt(sourceExponent);
  const half = 2n * 10n ** BigInt(exponentOf(currency) + spreadRateDecimals);
  const least = (denominator + half - 1n) / half;
  const most = (denominator * (2n * BigInt(amountMinorMax) + 1n) - 1n) / half;
  return { leastMinor: Number(least > 1n ? least : 1n), mostMinor: Math.min(Number(most), amountMinorMax) };
};

/** For payouts: rounded down, so that no fraction of a unit is given away. */
export const convertDown = converter((numerator, denominator) => numerator / denominator);
