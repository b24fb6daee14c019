/**
 * Amounts are safe integers of minor units (centavos for BRL). Nothing here touches a float: text is read digit by
 * digit, and products go through BigInt because an amount times basis points may leave the safe integers.
 */

/** 9,999,999,999.99: the widest amount a PIX `valor` can say (ten digits, a point, two digits). */
export const amountMinorMax = 999_999_999_999;

/** Currencies whose ISO 4217 exponent is not 2. Crypto is not here: its adapters know their own assets. */
const exponentsThatDiffer: Readonly<Record<string, number>> = {
  BIF: 0,
  CLP: 0,
  DJF: 0,
  GNF: 0,
  ISK: 0,
  JPY: 0,
  KMF: 0,
  KRW: 0,
  PYG: 0,
  RWF: 0,
  UGX: 0,
  UYI: 0,
  VND: 0,
  VUV: 0,
  XAF: 0,
  XOF: 0,
  XPF: 0,
  BHD: 3,
  IQD: 3,
  JOD: 3,
  KWD: 3,
  LYD: 3,
  OMR: 3,
  TND: 3,
};

/** ISO 4217 codes of currencies that have no cents, or thousandths. */
export const currenciesWithoutCents: readonly string[] = Object.keys(exponentsThatDiffer);

/** How many decimals a currency has: BRL 2, JPY 0. */
export const exponentOf = (currency: string): number => exponentsThatDiffer[currency] ?? 2;

/**
 * Reads "100.00" as 10000. Exactly `exponent` decimals are required and no sign, no leading zero, no blank, so that
 * one amount has one spelling. Undefined when malformed or wider than `amountMinorMax`.
 */
export const parseDecimal = (text: string, exponent: number): number | undefined => {
  const pattern = exponent === 0 ? /^(0|[1-9]\d*)$/ : /^(0|[1-9]\d*)\.(\d+)$/;
  const match = pattern.exec(text);
  if (match === null || (match[2] ?? '').length !== exponent) return undefined;

  const digits = `${match[1] ?? ''}${match[2] ?? ''}`;
  // Sixteen digits are already above the limit; a longer text must not become a float first.
  if (digits.length > 16) return undefined;
  const amountMinor = Number(digits);
  return amountMinor <= amountMinorMax ? amountMinor : undefined;
};

/** Writes 9901 as "99.01". Negative amounts keep their sign in front. */
export const formatMinor = (amountMinor: number, exponent = 2): string => {
  assertSafe(amountMinor);
  const sign = amountMinor < 0 ? '-' : '';
  const digits = String(Math.abs(amountMinor)).padStart(exponent + 1, '0');
  if (exponent === 0) return sign + digits;
  return `${sign}${digits.slice(0, -exponent)}.${digits.slice(-exponent)}`;
};

/** Writes 500 of JPY as "500" and 9901 of BRL as "99.01". */
export const formatAmount = (amountMinor: number, currency: string): string =>
  formatMinor(amountMinor, exponentOf(currency));

/** a × b ÷ divisor, rounded towards minus infinity. */
export const multiplyDivideFloor = (a: number, b: number, divisor: number): number => {
  const { product, by } = exactly(a, b, divisor);
  return safe(floorDivide(product, by));
};

/** a × b ÷ divisor, rounded to the nearest, halves away from zero (what people call commercial rounding). */
export const multiplyDivideRoundHalfUp = (a: number, b: number, divisor: number): number => {
  const { product, by } = exactly(a, b, divisor);
  const magnitude = product < 0n ? -product : product;
  const rounded = (magnitude * 2n + by) / (by * 2n);
  return safe(product < 0n ? -rounded : rounded);
};

/** Adds up amounts and refuses a total that is not a safe integer. */
export const sumMinor = (amounts: readonly number[]): number => {
  let total = 0;
  for (const amount of amounts) {
    assertSafe(amount);
    total += amount;
    assertSafe(total);
  }
  return total;
};

const exactly = (a: number, b: number, divisor: number): { product: bigint; by: bigint } => {
  assertSafe(a);
  assertSafe(b);
  assertSafe(divisor);
  if (divisor <= 0) throw new RangeError(`An amount can only be divided by a positive number, not by ${divisor}.`);
  return { product: BigInt(a) * BigInt(b), by: BigInt(divisor) };
};

/** BigInt division truncates; a negative quotient with a remainder must still go down. */
const floorDivide = (product: bigint, by: bigint): bigint => {
  const quotient = product / by;
  return product < 0n && quotient * by !== product ? quotient - 1n : quotient;
};

const safe = (value: bigint): number => {
  const amount = Number(value);
  assertSafe(amount);
  return amount;
};

const assertSafe = (amount: number): void => {
  if (!Number.isSafeInteger(amount)) throw new RangeError(`Not an amount in whole minor units: ${amount}.`);
};
