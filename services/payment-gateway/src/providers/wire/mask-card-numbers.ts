import { passesLuhn } from '@repasse/values/check-digits/luhn';

/** Possible card numbers: digits in a row, or in the groups that cards are printed in. */
const couldBeCards = [
  /(?<!\d)\d{13,19}(?!\d)/g,
  /(?<!\d)(?:\d{4}[ -]){3}\d{1,7}(?!\d)|(?<!\d)3[47]\d{2}[ -]\d{6}[ -]\d{5}(?!\d)/g,
];

/**
 * A text with every 13 to 19 digits masked that pass the check of card numbers. One in ten innocent numbers of that
 * length goes with them, which a record of evidence can spare.
 */
export const maskCardNumbers = (text: string, mask: string): string =>
  couldBeCards.reduce(
    (rest, pattern) => rest.replace(pattern, (run) => (passesLuhn(run.replace(/\D/g, '')) ? mask : run)),
    text,
  );
