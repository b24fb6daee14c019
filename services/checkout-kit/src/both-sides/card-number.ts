import { passesLuhn } from '@repasse/values/check-digits/luhn';
import { brandOf, type CardScheme, cardSchemes, usualGroups } from './card-schemes.ts';

/** The longest number of any scheme. */
export const cardDigitsMax = 19;

export const digitsOf = (text: string): string => text.replace(/\D/g, '');

/** Undefined while too few digits are known, or for a scheme no acquirer here takes. */
export const schemeOf = (digits: string): CardScheme | undefined => {
  const brand = brandOf(digits);
  return brand && cardSchemes[brand];
};

/** In the groups that are embossed on the card, so that a payer can compare. */
export const groupedNumber = (digits: string): string => {
  const { groups } = schemeOf(digits) ?? { groups: usualGroups };
  let at = 0;
  return groups
    .map((length) => digits.slice(at, (at += length)))
    .filter((group) => group !== '')
    .join(' ');
};

export const securityCodeLengthOf = (digits: string): 3 | 4 => schemeOf(digits)?.securityCodeLength ?? 3;

/** Whether it can be a card's number at all: a scheme we know, one of its lengths, and the check digit. */
export const isCardNumber = (digits: string): boolean => {
  const scheme = schemeOf(digits);
  return scheme?.lengths.includes(digits.length) === true && passesLuhn(digits);
};
