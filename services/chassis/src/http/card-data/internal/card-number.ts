import { isCnpj } from '@repasse/values/check-digits/cpf-cnpj';
import { passesLuhn } from '@repasse/values/check-digits/luhn';

interface Range {
  readonly prefix: RegExp;
  readonly lengths: readonly number[];
}

/**
 * The number ranges of the schemes, coarser than an acquirer's: a card that no provider here accepts must not be kept
 * either. National schemes (Elo, Hipercard, Aura) lie inside the last range.
 */
const ranges: readonly Range[] = [
  { prefix: /^4/, lengths: [13, 16, 19] },
  { prefix: /^(5[1-5]|2(22[1-9]|2[3-9]|[3-6]|7[01]|720))/, lengths: [16] },
  { prefix: /^3[47]/, lengths: [15] },
  { prefix: /^3(0[0-5]|09|[689])/, lengths: [14, 16, 19] },
  { prefix: /^35(2[89]|[3-8])/, lengths: [16, 17, 18, 19] },
  { prefix: /^(50|5[6-8]|6)/, lengths: [13, 16, 17, 18, 19] },
];

export const cardDigitsMin = 13;
export const cardDigitsMax = 19;

const prefixDigits = 4;
/** By the first four digits, of which there are ten thousand. */
const knownLengths = new Map<string, readonly number[]>();

/** The numbers of digits a card that begins with these digits (at least four) may have; empty when no card does. */
export const lengthsOf = (digits: string): readonly number[] => {
  const prefix = digits.slice(0, prefixDigits);
  const known = knownLengths.get(prefix);
  if (known !== undefined) return known;
  const lengths = ranges.find((range) => range.prefix.test(prefix))?.lengths ?? [];
  knownLengths.set(prefix, lengths);
  return lengths;
};

/**
 * Whether digits of one of those lengths can be the number of a card. Company numbers have 14 digits, as cards of Diners
 * have; their own two check digits tell them apart.
 */
const isCardNumber = (digits: string): boolean => passesLuhn(digits) && !isCnpj(digits);

/** Whether these digits, all of them, can be the number of a card. */
export const isCardOf = (digits: string): boolean => lengthsOf(digits).includes(digits.length) && isCardNumber(digits);
