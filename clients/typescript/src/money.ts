const amountForm = /^(-?)(\d{1,13})\.(\d{2})$/;

/** `"100.50"` as 10050 centavos. Throws a RangeError for a text that is no amount of reais. */
export const toMinor = (amount: string): number => {
  const [, sign, whole, cents] = amountForm.exec(amount) ?? [];
  if (whole === undefined) throw new RangeError(`${JSON.stringify(amount)} is no amount with two decimals.`);
  const minor = Number(`${whole}${cents ?? ''}`);
  return sign === '-' ? -minor || 0 : minor;
};

/** 10050 centavos as `"100.50"`. Throws a RangeError for what is no whole number of centavos. */
export const fromMinor = (minor: number): string => {
  if (!Number.isSafeInteger(minor)) throw new RangeError(`${String(minor)} is no whole number of centavos.`);
  const digits = String(Math.abs(minor)).padStart(3, '0');
  return `${minor < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
};
