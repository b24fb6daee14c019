export interface CardExpiry {
  readonly month: number;
  /** Four digits. */
  readonly year: number;
}

/** No issuer prints a date further away; a typing mistake easily does. */
const yearsMax = 20;

/** The text of the field while the payer types: 1230 becomes 12/30, and 5 becomes 05/. */
export const expiryText = (typed: string): string => {
  const digits = typed.replace(/\D/g, '');
  const padded = /^[2-9]/.test(digits) ? `0${digits}` : digits;
  const month = padded.slice(0, 2);
  // Browsers fill in MM/YYYY as readily as MM/YY.
  const year = padded.length === 6 ? padded.slice(4) : padded.slice(2, 4);
  return year === '' ? month : `${month}/${year}`;
};

/** Undefined when it is no month of a year. */
export const parseExpiry = (text: string): CardExpiry | undefined => {
  const [, month = '', year = ''] = /^(\d{2})\/(\d{2})$/.exec(text) ?? [];
  if (Number(month) < 1 || Number(month) > 12) return undefined;
  return { month: Number(month), year: 2_000 + Number(year) };
};

/** A card is good until the last day of its month. */
export const isPast = ({ month, year }: CardExpiry, now: Date): boolean =>
  year * 12 + month < now.getFullYear() * 12 + now.getMonth() + 1;

export const isTooFar = ({ year }: CardExpiry, now: Date): boolean => year > now.getFullYear() + yearsMax;
