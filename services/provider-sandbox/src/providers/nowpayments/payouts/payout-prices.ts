import { multiplyDivideFloor } from '@repasse/chassis/money';
import { findCoin, type Coin } from '../coins';
import { minUnitsOf } from '../prices';
import { unitsOfOne } from '../units';

/** A network's fee is taken for a tenth of what is least worth sending over it. */
const feesOfMin = 10;

/** What the network takes for a payout, on top of it. */
export const feeUnitsOf = (currency: string): number => {
  const coin = findCoin(currency);
  return coin === undefined ? 0 : Math.floor(minUnitsOf(coin) / feesOfMin);
};

/** What the merchant has of a coin, when all they have is worth that many dollars. */
export const balanceUnitsOf = ({ usdUnits }: Coin, custodyUsd: number): number =>
  multiplyDivideFloor(custodyUsd * unitsOfOne, unitsOfOne, usdUnits);
