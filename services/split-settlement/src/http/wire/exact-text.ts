/** Writes ten-thousandths of a minor unit of two decimals, which are six: 24752500n as "24.752500". */
export const exactText = (tenThousandths: bigint): string => {
  const digits = String(tenThousandths).padStart(7, '0');
  return `${digits.slice(0, -6)}.${digits.slice(-6)}`;
};

/** 2500 as 25: a hundredth of an integer, of two decimals at most. */
export const percentOf = (basisPoints: number): number => basisPoints / 100;
