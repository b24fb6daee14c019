import { cardDigitsMax, cardDigitsMin, isCardNumber, lengthsOf } from './card-number';

/**
 * True when a text holds the number of a card, however it is written: in full-width digits, glued to letters, or in
 * groups with blanks, dots, slashes, dashes or underscores between them; in the groups that are printed on cards, with
 * other punctuation as well.
 */
export const holdsCardNumber = (text: string): boolean => {
  if (text.length < cardDigitsMin || !hasEnoughDigits(text)) return false;
  const unknown = withoutKnownNumbers(normalised(text));
  const runs = unknown.split(notInNumbers).map((run) => run.split(separators));
  const printed = (unknown.match(printedGroups) ?? []).map((found) => found.split(/\D+/));
  return [...runs, ...printed].some((groups) => holdsNumberInGroups(groups.filter((group) => group !== '')));
};

/** Nearly every text ends here: this check is by far the cheapest, and it runs on each text of each request. */
const hasEnoughDigits = (text: string): boolean => {
  let digits = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    // A character outside ASCII may become a digit, or nothing.
    if (code > 127) return true;
    if (code >= 48 && code <= 57) digits += 1;
    else if (!mayStandInside(code)) digits = 0;
    if (digits >= cardDigitsMin) return true;
  }
  return false;
};

/** Blanks, control characters, and ASCII's punctuation but for the colon, which every time of day has. */
const mayStandInside = (code: number): boolean =>
  code !== 58 && !(code >= 64 && code <= 90) && !(code >= 97 && code <= 122);

const normalised = (text: string): string => text.normalize('NFKC').replace(/\p{Cf}/gu, '');

const separators = /[\s./\\_\p{Pd}\u2212\u00b7\u2022]+/u;

/** A number ends here: a letter, or punctuation that is not used inside numbers. */
const notInNumbers = /[^\d\s./\\_\p{Pd}\u2212\u00b7\u2022]+/u;

/** 4-4-4-4, 4-6-5 and 4-6-4. Other groups, in lists of numbers with commas between them, would be cards too often. */
const printedGroups =
  /(?<!\d)\d{4}(?:[^\p{L}\d:]{1,3}\d{4}){3}(?!\d)|(?<!\d)\d{4}[^\p{L}\d:]{1,3}\d{6}[^\p{L}\d:]{1,3}\d{4,5}(?!\d)/gu;

/**
 * Numbers that look like cards in one case out of ten and are not: each is known by its form. A letter replaces them,
 * so that the digits on both sides do not become one number.
 */
const knownNumbers: readonly RegExp[] = [
  // BR Code of PIX, from its version to its check sum.
  /000201.{20,600}?6304[\da-f]{4}/gis,
  // UUIDs, and the hexadecimal ids, digests and tokens that are as long or longer than 24 characters.
  /(?<![\da-z])[\da-f]{8}-[\da-f]{4}-[1-8][\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}(?![\da-z])/gi,
  /(?<![\da-z])(?=\d*[a-f]\d*[a-f]\d*[a-f])[\da-f]{24,}(?![\da-z])/gi,
  // The line of digits of a boleto: of a bank, or of a utility or tax.
  /(?<!\d)\d{5}[. ]?\d{5}[. ]+\d{5}[. ]?\d{6}[. ]+\d{5}[. ]?\d{6}[. ]+\d[. ]+\d{14}(?!\d)/g,
  /(?<!\d)\d{11}[- ]\d(?:[ -]+\d{11}[- ]\d){3}(?!\d)/g,
  // Telephone numbers with their country.
  /\+\d[\d ().-]{6,22}/g,
  // Dates in digits: a period of two of them has as many digits as a card.
  /(?<!\d)(?:(?:0[1-9]|[12]\d|3[01])([./-])(?:0[1-9]|1[0-2])\1(?:19|20)\d\d|(?:19|20)\d\d([./-])(?:0[1-9]|1[0-2])\2(?:0[1-9]|[12]\d|3[01]))(?!\d)/g,
];

const withoutKnownNumbers = (text: string): string =>
  knownNumbers.reduce((rest, form) => rest.replace(form, maskIfKnown), text);

/** No telephone number has more digits than fifteen; a card with a plus sign before it is still a card. */
const maskIfKnown = (found: string): string => {
  const isTooLong = found.startsWith('+') && found.replace(/\D/g, '').length > 15;
  return isTooLong ? found : 'x';
};

/** Groups belong to a number as a whole or not at all, so an order number before a card does not hide it. */
const holdsNumberInGroups = (groups: readonly string[]): boolean =>
  groups.some((_group, from) => beginsCardNumber(groups, from));

const beginsCardNumber = (groups: readonly string[], from: number): boolean => {
  let digits = '';
  let lengths: readonly number[] | undefined;
  for (let at = from; at < groups.length && digits.length <= cardDigitsMax; at += 1) {
    digits += groups[at] ?? '';
    if (digits.length < cardDigitsMin) continue;
    lengths ??= lengthsOf(digits);
    if (lengths.length === 0) return false;
    if (lengths.includes(digits.length) && isCardNumber(digits)) return true;
  }
  return false;
};
