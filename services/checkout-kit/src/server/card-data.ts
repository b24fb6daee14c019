/** How deep a body is searched; the deepest thing any of our bodies knows is four levels down. */
const depthMax = 16;

/**
 * True when a body holds what looks like card data, wherever it stands: a field named like one, or a text that is a
 * card number. Answers nothing about what or where, so that nothing of it can be echoed.
 */
export const holdsCardData = (value: unknown, depth = 0): boolean => {
  if (typeof value === 'string') return looksLikeCardNumber(value);
  if (typeof value === 'number') return looksLikeCardNumber(String(value));
  if (typeof value !== 'object' || value === null) return false;
  // Nothing honest is nested this deep, so what is hidden there is not given the benefit of the doubt.
  if (depth >= depthMax) return true;
  if (Array.isArray(value)) return value.some((item) => holdsCardData(item, depth + 1));
  return Object.entries(value).some(
    ([name, inner]) =>
      isCardField(name) || looksLikeCardNumber(name) || (!ownReferences.has(name) && holdsCardData(inner, depth + 1)),
  );
};

/**
 * Merchants number orders as they like, and one in ten numbers of sixteen digits passes for a card's. Refusing one
 * order in so many would be a riddle to them, so their own references are taken at their word.
 */
const ownReferences = new Set(['externalReference', 'external_reference', 'attemptIdempotencyKey']);

const cardFields = new Set([
  'card',
  'cardnumber',
  'carddata',
  'creditcard',
  'debitcard',
  'creditcardnumber',
  'cardholder',
  'cardholdername',
  'holdername',
  'pan',
  'cvv',
  'cvv2',
  'cvc',
  'cvc2',
  'securitycode',
  'cardsecuritycode',
  'expirationmonth',
  'expirationyear',
  'expirymonth',
  'expiryyear',
  'cardexpiry',
  'cardexpiration',
  'track1',
  'track2',
]);

const isCardField = (name: string): boolean => cardFields.has(name.toLowerCase().replace(/[^a-z0-9]/g, ''));

/** Fifteen or sixteen digits, as the schemes in use here have, perhaps in groups, standing by themselves. */
const cardNumber =
  /(?<![\dA-Za-z])(?:3[47]\d{2}[ -]?\d{6}[ -]?\d{5}|(?:[3-6]\d{3}|2[2-7]\d{2})(?:[ -]?\d{4}){3})(?![\dA-Za-z])/g;

export const looksLikeCardNumber = (text: string): boolean =>
  [...text.matchAll(cardNumber)].some(([found]) => passesLuhn(found.replace(/\D/g, '')));

const passesLuhn = (digits: string): boolean => {
  const sum = Array.from(digits)
    .reverse()
    .reduce((total, character, index) => {
      const digit = Number(character);
      const doubled = index % 2 === 1 ? digit * 2 : digit;
      return total + (doubled > 9 ? doubled - 9 : doubled);
    }, 0);
  return sum % 10 === 0;
};
