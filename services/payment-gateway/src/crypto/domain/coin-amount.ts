/**
 * Amounts of coins that are sent: decimal text of six decimals at most, because payouts take no more, and of fifteen
 * digits at most, because they travel as JSON numbers. Finer decimals are cut off, so that never more is sent than
 * owed.
 */

const decimalsMax = 6;
const digitsMax = 15;

/** Reads and cuts "0.17061637" to 0.170616. */
export const cutCoins = (amount: string): string => textOf(cutUnits(millionthsOf(amount, 1n, 1n)));

/**
 * The next part of an amount of coins of which some went before. It is counted from the beginning each time and cut
 * once, so that parts, however many, end at exactly the whole.
 */
export const nextPartOfCoins = (
  amount: string,
  o: { beforeMinor: number; partMinor: number; wholeMinor: number; sentBefore: readonly string[] },
): string => {
  const whole = BigInt(o.wholeMinor);
  const total = cutUnits(millionthsOf(amount, BigInt(o.beforeMinor) + BigInt(o.partMinor), whole));
  const before = o.sentBefore.reduce((sum, each) => sum + millionthsOf(each, 1n, 1n), 0n);
  return textOf(total > before ? total - before : 0n);
};

export const isNoCoins = (amount: string): boolean => /^[0.]*$/.test(amount);

/** `part` of `whole` of an amount, in millionths, rounded down. */
const millionthsOf = (amount: string, part: bigint, whole: bigint): bigint => {
  const [integer = '0', fraction = ''] = amount.split('.');
  return (BigInt(integer + fraction) * part * 10n ** BigInt(decimalsMax)) / (whole * 10n ** BigInt(fraction.length));
};

const cutUnits = (units: bigint): bigint => {
  const excess = Math.max(0, String(units).length - digitsMax);
  const step = 10n ** BigInt(Math.min(excess, decimalsMax));
  return units - (units % step);
};

const textOf = (units: bigint): string => {
  const digits = String(units).padStart(decimalsMax + 1, '0');
  const fraction = digits.slice(-decimalsMax).replace(/0+$/, '');
  const integer = digits.slice(0, -decimalsMax);
  return fraction === '' ? integer : `${integer}.${fraction}`;
};
