/**
 * BRL for one unit of another currency, as an integer of 10^-8 BRL: the central bank publishes eight decimals, and no
 * rate is ever a float.
 */
export type Rate = bigint;

export const rateDecimals = 8;
/** One basis point is the fourth decimal. */
const bpsDecimals = 4;
/** A rate less its spread has exactly so many decimals, which is also what the contract can carry. */
export const spreadRateDecimals = rateDecimals + bpsDecimals;
export const bpsWhole = 10_000n;

/** Twelve digits before the comma are more than any currency of the world needs and what the contract can carry. */
const published = /^(\d{1,12}),(\d+)$/;

/** Reads "5,33260000"; undefined for text that is no positive rate, or has decimals that would be dropped. */
export const parseRate = (text: string): Rate | undefined => {
  const match = published.exec(text);
  if (match === null) return undefined;
  const decimals = (match[2] ?? '').replace(/0+$/, '');
  if (decimals.length > rateDecimals) return undefined;
  const rate = BigInt(`${match[1] ?? ''}${decimals.padEnd(rateDecimals, '0')}`);
  return rate > 0n ? rate : undefined;
};

/** Writes an integer of 10^-`decimals` as "5.3326", without zeros that say nothing. */
export const decimalText = (value: bigint, decimals: number): string => {
  const digits = String(value).padStart(decimals + 1, '0');
  const fraction = digits.slice(-decimals).replace(/0+$/, '');
  const whole = digits.slice(0, -decimals);
  return fraction === '' ? whole : `${whole}.${fraction}`;
};
