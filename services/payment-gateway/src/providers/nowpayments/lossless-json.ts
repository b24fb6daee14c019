/**
 * JSON whose numbers arrive as the text they were sent as. Coins have up to eighteen decimals, more than a JavaScript
 * number holds, and an amount of money is never compared as a float.
 */
export const parseLossless = (text: string): unknown => {
  // As JSON it must stand by itself: what is only valid with the numbers quoted is no answer of a provider.
  JSON.parse(text);
  return JSON.parse(withNumbersQuoted(text));
};

/** Strings are matched first, so that digits within them are left alone. */
const stringOrNumber = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

const withNumbersQuoted = (text: string): string =>
  text.replace(stringOrNumber, (token) => (token.startsWith('"') ? token : `"${plainDecimal(token)}"`));

/** 1.5e-7 becomes 0.00000015: one spelling for everybody who reads it. */
export const plainDecimal = (token: string): string => {
  const [mantissa = '', exponentText] = token.toLowerCase().split('e');
  const exponent = Number(exponentText ?? 0);
  if (exponent === 0) return mantissa;
  const sign = mantissa.startsWith('-') ? '-' : '';
  const [whole = '', fraction = ''] = mantissa.replace('-', '').split('.');
  const digits = whole + fraction;
  const point = whole.length + exponent;
  if (point <= 0) return `${sign}0.${'0'.repeat(-point)}${digits}`;
  if (point >= digits.length) return `${sign}${digits.padEnd(point, '0')}`;
  return `${sign}${digits.slice(0, point)}.${digits.slice(point)}`;
};
