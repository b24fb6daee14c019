import { amountMinorMax, exponentOf } from '@repasse/chassis/money';
import { bpsWhole, type Rate, spreadRateDecimals } from './rate';

/** Charges are in BRL, whose minor unit is the hundredth. */
const sourceExponent = 2;

/** The rate less its spread, as an integer of 10^-12 BRL; exact, because a basis point has four decimals. */
export const withSpread = (rate: Rate, spreadBps: number): bigint => rate * (bpsWhole - BigInt(spreadBps));

/**
 * What `amountMinor` of BRL is in another currency: divided by the rate less its spread and rounded half up once, here
 * and nowhere else, to the currency's own minor unit (JPY has none, KWD thousandths). Undefined when that is nothing at
 * all, or more than an amount can say.
 */
export const convert = (amountMinor: number, currency: string, rateWithSpread: bigint): number | undefined => {
  const numerator = BigInt(amountMinor) * 10n ** BigInt(exponentOf(currency) + spreadRateDecimals);
  const denominator = rateWithSpread * 10n ** BigInt(sourceExponent);
  const rounded = (numerator * 2n + denominator) / (denominator * 2n);
  return rounded >= 1n && rounded <= BigInt(amountMinorMax) ? Number(rounded) : undefined;
};

/** The rate with its spread on it: what somebody who is paid out in the other currency gives for one of it. */
export const withSpreadOn = (rate: Rate, spreadBps: number): bigint => rate * (bpsWhole + BigInt(spreadBps));

/** As `convert`, for what is paid out: rounded down, because a part of a cent that nobody has is not given away. */
export const convertDown = (amountMinor: number, currency: string, rateWithSpread: bigint): number | undefined => {
  const numerator = BigInt(amountMinor) * 10n ** BigInt(exponentOf(currency) + spreadRateDecimals);
  const converted = numerator / (rateWithSpread * 10n ** BigInt(sourceExponent));
  return converted >= 1n && converted <= BigInt(amountMinorMax) ? Number(converted) : undefined;
};
