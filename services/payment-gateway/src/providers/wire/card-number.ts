/** What could be a card's number: digits in a row, or in the groups cards are printed in. */
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

/** ISO/IEC 7812: from the right every second digit counts double, and the sum ends in zero. */
export const passesLuhn = (digits: string): boolean => {
  const sum = Array.from(digits)
    .reverse()
    .reduce((total, character, index) => {
      const doubled = Number(character) * (index % 2 === 1 ? 2 : 1);
      return total + (doubled > 9 ? doubled - 9 : doubled);
    }, 0);
  return sum % 10 === 0;
};
