import { isCardOf } from './card-number';

/**
 * Numbers that look like cards in one case out of ten and are not: each is known by its form. A letter replaces them,
 * so that the digits on both sides do not become one number. Each form is found in time that grows with the text.
 */
export const withoutKnownNumbers = (text: string): string =>
  knownForms.reduce((rest, form) => rest.replace(form, 'x'), withoutBrCodes(text)).replace(telephone, maskedTelephone);

const knownForms: readonly RegExp[] = [
  // UUIDs, and the hexadecimal ids, digests and tokens that are as long or longer than 24 characters.
  /(?<![\da-z])[\da-f]{8}-[\da-f]{4}-[1-8][\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}(?![\da-z])/gi,
  /(?<![\da-z])(?=\d*[a-f]\d*[a-f]\d*[a-f])[\da-f]{24,}(?![\da-z])/gi,
  // The line of digits of a boleto: of a bank, or of a utility or tax.
  /(?<!\d)\d{5}[. ]?\d{5}[. ]{1,4}\d{5}[. ]?\d{6}[. ]{1,4}\d{5}[. ]?\d{6}[. ]{1,4}\d[. ]{1,4}\d{14}(?!\d)/g,
  /(?<!\d)\d{11}[- ]\d(?:[ -]{1,4}\d{11}[- ]\d){3}(?!\d)/g,
  // Dates in digits: a period of two of them has as many digits as a card.
  /(?<!\d)(?:(?:0[1-9]|[12]\d|3[01])([./-])(?:0[1-9]|1[0-2])\1(?:19|20)\d\d|(?:19|20)\d\d([./-])(?:0[1-9]|1[0-2])\2(?:0[1-9]|[12]\d|3[01]))(?!\d)/g,
  // Moments in milliseconds, of 2017 to 2033: programs put them behind a count or an order number. Cards have no such group.
  /(?<!\d)1[5-9]\d{11}(?!\d)/g,
  // Times of day, with their distance from UTC.
  /(?<![\d:])(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:[.,]\d{1,9})?)?(?: ?[+-][01]\d:?[0-5]\d)?(?![\d:])/g,
];

const telephone = /\+\d(?:[ ().-]{0,3}\d)*/g;
const telephoneDigitsMin = 7;
const telephoneDigitsMax = 15;
/** No country's numbers of 14 and 15 digits look like cards of Diners and Amex; of 13, Germany's look like Visa's. */
const cardDigitsAfterPlusMin = 14;

/** A card with a plus sign before it is still a card. */
const maskedTelephone = (found: string): string => {
  const digits = found.replace(/\D/g, '');
  if (digits.length < telephoneDigitsMin || digits.length > telephoneDigitsMax) return found;
  return digits.length >= cardDigitsAfterPlusMin && isCardOf(digits) ? found : 'x';
};

const brCodeStart = '000201';
const brCodeCharactersMax = 600;

/**
 * BR Codes of PIX: fields of an id, a length and a value, from the version to the check sum. A field from which no check
 * sum was reached is not walked from again, so many beginnings cost no more than one.
 */
const withoutBrCodes = (text: string): string => {
  const walked = new Set<number>();
  let result = '';
  let from = 0;
  for (let at = text.indexOf(brCodeStart); at >= 0; at = text.indexOf(brCodeStart, at)) {
    const end = endOfBrCode(text, at + brCodeStart.length, walked);
    if (end === undefined || end - at > brCodeCharactersMax) {
      at += brCodeStart.length;
      continue;
    }
    result += `${text.slice(from, at)}x`;
    from = at = end;
  }
  return result + text.slice(from);
};

const fieldHead = /\d{4}/y;
const checkSum = /6304[\da-f]{4}/iy;

const endOfBrCode = (text: string, start: number, walked: Set<number>): number | undefined => {
  for (let at = start; !walked.has(at); at += 4 + Number(text.slice(at + 2, at + 4))) {
    checkSum.lastIndex = fieldHead.lastIndex = at;
    if (checkSum.test(text)) return checkSum.lastIndex;
    if (!fieldHead.test(text)) return undefined;
    walked.add(at);
  }
  return undefined;
};
