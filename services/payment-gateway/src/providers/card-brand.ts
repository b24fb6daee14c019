/** Brands by our own words; each acquirer spells them its own way. */
export const cardBrands = [
  'VISA',
  'MASTERCARD',
  'AMEX',
  'ELO',
  'HIPERCARD',
  'HIPER',
  'DINERS',
  'DISCOVER',
  'JCB',
  'AURA',
] as const;
export type CardBrand = (typeof cardBrands)[number] | 'UNKNOWN';

/**
 * First digits by brand, each a prefix or a range of prefixes of one length. Elo and Hipercard publish no table; these
 * are the ranges that checkouts in Brazil agree on. A guess in any case: what the acquirer says of a card counts.
 */
const prefixes: Readonly<Record<(typeof cardBrands)[number], string>> = {
  VISA: '4',
  MASTERCARD: '51-55 2221-2720',
  AMEX: '34 37',
  ELO:
    '401178-401179 431274 438935 451416 457393 457631-457632 504175 506699-506778 509000-509999 627780 636297 ' +
    '636368-636369 650031-650033 650035-650051 650405-650439 650485-650538 650541-650598 650700-650718 ' +
    '650720-650727 650901-650978 651652-651679 655000-655019 655021-655058',
  HIPERCARD: '606282 384100 384140 384160',
  HIPER: '637095 63737423 63743358 637568 637599 637609 637612',
  DINERS: '300-305 3095 36 38-39',
  DISCOVER: '6011 644-649 65',
  JCB: '2131 1800 3528-3589',
  AURA: '5078',
};

/**
 * Whose card a number is, by its first digits. The longest matching prefix wins: Elo lives inside the ranges of Visa,
 * Discover and others.
 */
export const brandOf = (number: string): CardBrand => {
  const range = ranges.find(({ low, high }) => {
    const prefix = number.slice(0, low.length);
    return prefix.length === low.length && prefix >= low && prefix <= high;
  });
  return range?.brand ?? 'UNKNOWN';
};

/** Digits of one length compare as texts the way they do as numbers. */
const ranges = cardBrands
  .flatMap((brand) =>
    prefixes[brand].split(' ').map((range) => {
      const [low = '', high = low] = range.split('-');
      return { brand, low, high };
    }),
  )
  .sort((one, other) => other.low.length - one.low.length);
