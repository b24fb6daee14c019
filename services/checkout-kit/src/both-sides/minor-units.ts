const centavoDigits = 2;

/** `1234.50` as 123450. Amounts of a charge have exactly two decimals and at most twelve digits. */
export const minorOf = (amount: string): number => Number(amount.replace('.', ''));

/** 123450 as `1234.50`, the form in which money is written from here on. */
export const amountOfMinor = (minor: number): string => {
  const digits = String(minor).padStart(centavoDigits + 1, '0');
  return `${digits.slice(0, -centavoDigits)}.${digits.slice(-centavoDigits)}`;
};
