/** The schemes an acquirer in Brazil takes. */
export type CardBrand = 'Visa' | 'Mastercard' | 'Amex' | 'Elo' | 'Hipercard' | 'Diners' | 'Discover' | 'JCB' | 'Aura';

interface Scheme {
  readonly brand: CardBrand;
  /** The number begins with it. Elo comes first: many of its ranges lie inside those of others. */
  readonly prefix: RegExp;
  readonly lengths: readonly number[];
  readonly groups: readonly number[];
  readonly securityCodeLength: 3 | 4;
}

const usualGroups = [4, 4, 4, 4, 3];

const eloPrefix =
  /^(401178|401179|431274|438935|451416|457393|45763[12]|504175|506(699|7[0-6]\d|77[0-8])|509\d|627780|636297|636368|6500(3[1-3]|3[5-9]|4\d|5[01])|6504(0[5-9]|[1-3]\d|8[5-9]|9\d)|6505([0-2]\d|3[0-8]|4[1-9]|[5-8]\d|9[0-8])|6507(0\d|1[0-8]|2[0-7])|6509(0[1-9]|1\d|20)|6516(5[2-9]|[67]\d)|6550(0\d|1\d|2[1-9]|[34]\d|5[0-8]))/;

const schemes: readonly Scheme[] = [
  { brand: 'Elo', prefix: eloPrefix, lengths: [16], groups: usualGroups, securityCodeLength: 3 },
  {
    brand: 'Hipercard',
    prefix: /^(606282|3841[046]0)/,
    lengths: [13, 16, 19],
    groups: usualGroups,
    securityCodeLength: 3,
  },
  { brand: 'Aura', prefix: /^50\d/, lengths: [16, 19], groups: usualGroups, securityCodeLength: 3 },
  { brand: 'Amex', prefix: /^3[47]/, lengths: [15], groups: [4, 6, 5], securityCodeLength: 4 },
  { brand: 'Diners', prefix: /^3(0[0-5]|09|[689])/, lengths: [14, 16], groups: [4, 6, 4, 5], securityCodeLength: 3 },
  { brand: 'JCB', prefix: /^35(2[89]|[3-8]\d)/, lengths: [16, 19], groups: usualGroups, securityCodeLength: 3 },
  { brand: 'Visa', prefix: /^4/, lengths: [13, 16, 19], groups: usualGroups, securityCodeLength: 3 },
  {
    brand: 'Mastercard',
    prefix: /^(5[1-5]|2(22[1-9]|2[3-9]\d|[3-6]\d\d|7[01]\d|720))/,
    lengths: [16],
    groups: usualGroups,
    securityCodeLength: 3,
  },
  { brand: 'Discover', prefix: /^6(011|4[4-9]|5)/, lengths: [16, 19], groups: usualGroups, securityCodeLength: 3 },
];

/** The longest number of any scheme. */
export const cardDigitsMax = 19;

export const digitsOf = (text: string): string => text.replace(/\D/g, '');

const schemeOf = (digits: string): Scheme | undefined => schemes.find(({ prefix }) => prefix.test(digits));

/** Undefined while too few digits are known, or for a scheme nobody here takes. */
export const brandOf = (digits: string): CardBrand | undefined => schemeOf(digits)?.brand;

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

/** The last digit is chosen so that the sum over all, every second one doubled from the right, ends in zero. */
export const passesLuhn = (digits: string): boolean => {
  const sum = Array.from(digits, Number)
    .reverse()
    .reduce((total, digit, index) => {
      const doubled = digit * (index % 2 === 0 ? 1 : 2);
      return total + (doubled > 9 ? doubled - 9 : doubled);
    }, 0);
  return digits !== '' && sum % 10 === 0;
};
