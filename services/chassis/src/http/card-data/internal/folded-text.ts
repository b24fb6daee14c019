/**
 * A text in ASCII, as far as card numbers are concerned: digits of every script become 0 to 9, letters outside ASCII
 * become x, blanks and dashes become ASCII's, other signs a comma, and signs that take no place of their own (combining
 * marks, joiners, variation selectors) are left out. Each character is looked at by itself, so the work grows with the
 * length of the text: `normalize` of a whole text takes the square of it when marks follow one another.
 */
export const folded = (text: string): string => {
  if (onlyAscii.test(text)) return text;
  let result = '';
  for (const character of text) result += character <= lastOfAscii ? character : foldOf(character);
  return result;
};

const lastOfAscii = '\u007f';
const onlyAscii = /^[\0-\u007f]*$/;

/** The usual characters outside ASCII are few; a text of all others must not fill the memory. */
const knownFolds = new Map<string, string>();
const knownFoldsMax = 2_000;

const foldOf = (character: string): string => {
  const known = knownFolds.get(character);
  if (known !== undefined) return known;
  const fold = foldByKind(character);
  if (knownFolds.size < knownFoldsMax) knownFolds.set(character, fold);
  return fold;
};

/** The tatweel lengthens the line between two letters. */
const withoutPlace = /[\p{M}\p{Cf}\p{Default_Ignorable_Code_Point}\u0640]/u;
const anyLetter = /[\p{L}\p{N}]/u;

const foldByKind = (character: string): string => {
  if (withoutPlace.test(character)) return '';
  const digit = digitOf(character);
  if (digit !== undefined) return String(digit);
  // Full-width signs, digits in circles and the like; no character becomes more than eighteen.
  const plain = character.normalize('NFKC');
  if (plain !== character) return foldOfPlain(plain);
  return signOf(character);
};

/** Ligatures and abbreviations of many letters are one. */
const foldOfPlain = (plain: string): string => {
  const fold = Array.from(plain, (part) => (part <= lastOfAscii ? part : signOrDigitOf(part))).join('');
  return /\d/.test(fold) || fold.length === 1 ? fold : signOf(plain);
};

const signOrDigitOf = (part: string): string => String(digitOf(part) ?? (withoutPlace.test(part) ? '' : signOf(part)));

const signOf = (text: string): string => {
  if (anyLetter.test(text)) return 'x';
  if (/^[\p{Z}\p{Cc}]/u.test(text)) return ' ';
  if (/^[\p{Pd}\u2212]/u.test(text)) return '-';
  if (/^[\u00b7\u2022]/u.test(text)) return '.';
  return /^[\u2044\u2215]/u.test(text) ? '/' : ',';
};

const decimalDigit = /\p{Nd}/u;

/** Unicode keeps the ten digits of a script together, and in order. */
const digitOf = (character: string): number | undefined => {
  const codePoint = character.codePointAt(0) ?? 0;
  if (!decimalDigit.test(character)) return digitSymbols.get(codePoint);
  let zero = codePoint;
  while (decimalDigit.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return (codePoint - zero) % 10;
};

/** Numerals that stand for one digit each and are no decimal digits to Unicode. */
const digitSymbols: ReadonlyMap<number, number> = new Map([
  // In circles, and Ethiopic: from one to nine.
  ...[0x1369, 0x24f5, 0x2776, 0x2780, 0x278a].flatMap((one) =>
    Array.from({ length: 9 }, (_, at): [number, number] => [one + at, at + 1]),
  ),
  ...[0x24ff, 0x1f10b, 0x1f10c, 0x96f6].map((zero): [number, number] => [zero, 0]),
  ...Array.from('〇一二三四五六七八九', (numeral, digit): [number, number] => [numeral.codePointAt(0) ?? 0, digit]),
]);
