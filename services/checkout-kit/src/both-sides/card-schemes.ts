/** The schemes an acquirer in Brazil takes, in our words; each acquirer spells them its own way. */
export const cardBrands = [
  'VISA',
  'MASTERCARD',
  'AMEX',
  'ELO',
  'HIPERCARD',
  'DINERS',
  'DISCOVER',
  'JCB',
  'AURA',
] as const;
export type CardBrand = (typeof cardBrands)[number];

export interface CardScheme {
  /** As payers know it. */
  readonly name: string;
  /** First digits: prefixes, and ranges of prefixes of one length. */
  readonly prefixes: string;
  readonly lengths: readonly number[];
  /** As the digits are embossed. */
  readonly groups: readonly number[];
  readonly securityCodeLength: 3 | 4;
}

export const usualGroups = [4, 4, 4, 4, 3];
const usual = { lengths: [16], groups: usualGroups, securityCodeLength: 3 } as const;

/**
 * Prefixes and lengths as in credit-card-type 10.3.0 of 2026-06-30, the list that checkouts agree on: Elo, Hipercard and
 * Aura publish none. The page carries this table to browsers, so it is short.
 * Other lists add Elo 636369, Hipercard 3841x0, Visa of 13 digits, Diners 3095, and Aura, whose cards begin with 5078;
 * the rest of 50 is Maestro, which no acquirer here takes.
 */
export const cardSchemes: Readonly<Record<CardBrand, CardScheme>> = {
  VISA: { ...usual, name: 'Visa', prefixes: '4', lengths: [13, 16, 18, 19] },
  MASTERCARD: { ...usual, name: 'Mastercard', prefixes: '51-55 2221-2720' },
  AMEX: { name: 'Amex', prefixes: '34 37', lengths: [15], groups: [4, 6, 5], securityCodeLength: 4 },
  ELO: {
    ...usual,
    name: 'Elo',
    prefixes:
      '401178-401179 431274 438935 451416 457393 457631-457632 504175 506699-506778 509000-509999 627780 636297 ' +
      '636368-636369 650031-650033 650035-650051 650405-650439 650485-650538 650541-650598 650700-650718 ' +
      '650720-650727 650901-650978 651652-651679 655000-655019 655021-655058',
  },
  HIPERCARD: { ...usual, name: 'Hipercard', prefixes: '606282 384100 384140 384160', lengths: [13, 16, 19] },
  DINERS: { ...usual, name: 'Diners', prefixes: '300-305 3095 36 38-39', lengths: [14, 16, 19], groups: [4, 6, 4, 5] },
  DISCOVER: { ...usual, name: 'Discover', prefixes: '6011 644-649 65', lengths: [16, 19] },
  JCB: { ...usual, name: 'JCB', prefixes: '2131 1800 3528-3589', lengths: [16, 17, 18, 19] },
  AURA: { ...usual, name: 'Aura', prefixes: '5078', lengths: [16, 19] },
};

/** Longer prefixes first: Elo lives inside the ranges of Visa, Discover and others. */
const ranges = cardBrands
  .flatMap((brand) =>
    cardSchemes[brand].prefixes.split(' ').map((range) => {
      const [low = '', high = low] = range.split('-');
      return { brand, low, high };
    }),
  )
  .sort((one, other) => other.low.length - one.low.length);

/** The scheme of a card number; undefined while too few digits are known, or for a scheme no acquirer here takes. */
export const brandOf = (digits: string): CardBrand | undefined =>
  // Digits of one length compare as texts the way they do as numbers.
  ranges.find(({ low, high }) => {
    const prefix = digits.slice(0, low.length);
    return prefix.length === low.length && prefix >= low && prefix <= high;
  })?.brand;
