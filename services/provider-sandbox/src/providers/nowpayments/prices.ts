import { multiplyDivideFloor } from '@repasse/values/money';
import { unitDecimals, unitsOfOne } from '../units';
import { type Coin, usdUnitsOf } from './coins';

/** Worth more, an amount would leave the safe integers on its way through the cheapest coin. */
const usdMax = 10_000_000;

/** Whether an amount is worth at most `usdMax`; `usdUnits` is the price of one in dollars. */
export const isWithinReach = (units: number, usdUnits: number): boolean =>
  BigInt(units) * BigInt(usdUnits) <= BigInt(usdMax) * BigInt(unitsOfOne) ** 2n;

/** A price in a coin, rounded up to the decimals the coin is shown with. */
export const payUnitsOf = (
  coin: Coin,
  { units, usdUnits }: { readonly units: number; readonly usdUnits: number },
): number => roundUp(ceilOf(units, usdUnits, coin.usdUnits), coin);

/** The worth of a deposit in the money of the price, rounded down. */
export const worthOf = (coin: Coin, payUnits: number, priceUsdUnits: number): number =>
  multiplyDivideFloor(payUnits, coin.usdUnits, priceUsdUnits);

/** The least that can be paid in a coin. */
export const minUnitsOf = (coin: Coin): number => roundUp(ceilOf(coin.minUsdUnits, unitsOfOne, coin.usdUnits), coin);

/** The most that one payment exchanges at a fixed rate, in US dollars. */
const fixedRateUsdMax = 100_000;

/** The most of a coin that can be exchanged at a fixed rate, in whole coins. */
export const maxUnitsOf = ({ usdUnits }: Coin): number =>
  Math.floor((fixedRateUsdMax * unitsOfOne) / usdUnits) * unitsOfOne;

/** Converts between coins and currencies; undefined for an unknown one and for too large an amount. */
export const estimate = (from: string, units: number, to: string): number | undefined => {
  const [fromUsd, toUsd] = [usdUnitsOf(from), usdUnitsOf(to)];
  if (fromUsd === undefined || toUsd === undefined || !isWithinReach(units, fromUsd)) return undefined;
  return multiplyDivideFloor(units, fromUsd, toUsd);
};

const ceilOf = (units: number, by: number, divisor: number): number => -multiplyDivideFloor(-units, by, divisor);

const roundUp = (units: number, { shownDecimals }: Coin): number => {
  const step = 10 ** (unitDecimals - shownDecimals);
  return ceilOf(units, 1, step) * step;
};

/** The merchant's balance in a coin: as much of it as `custodyUsd` dollars buy. */
export const balanceUnitsOf = ({ usdUnits }: Coin, custodyUsd: number): number =>
  multiplyDivideFloor(custodyUsd * unitsOfOne, unitsOfOne, usdUnits);
