import { folded } from './internal/folded-text';
import { cardDigitsMin } from './internal/card-number';
import { withoutKnownNumbers } from './internal/known-numbers';
import { holdsNumberInGroups, type Group } from './internal/number-in-groups';

/**
 * True when a text holds the number of a card, however it is written: in digits of any script, with signs between them
 * that are not seen, glued to letters or to its expiry, or in groups with blanks, dots, slashes, colons, dashes or
 * underscores between them; in the groups that are printed on cards, with other punctuation as well.
 */
export const holdsCardNumber = (text: string): boolean => {
  if (text.length < cardDigitsMin) return false;
  const plain = folded(text);
  if (!hasEnoughDigits(plain)) return false;
  return withoutKnownNumbers(plain)
    .split(letters)
    .some((part) => holdsNumberInGroups(groupsOf(part)));
};

/** Nearly every text ends here: this check is by far the cheapest, and it runs on each text of each request. */
const hasEnoughDigits = (text: string): boolean => {
  let digits = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code >= 48 && code <= 57) digits += 1;
    else if (isLetter(code)) digits = 0;
    if (digits >= cardDigitsMin) return true;
  }
  return false;
};

const isLetter = (code: number): boolean => (code >= 65 && code <= 90) || (code >= 97 && code <= 122);

const letters = /[a-z]+/i;

const separators = /^[\s./\\_:\0-\u001f\u007f-]*$/;
/** Signs between two printed groups: more are a sentence. */
const printedSignsMax = 3;

/** The groups of digits of a text without letters, each with how it is divided from the one before it. */
const groupsOf = (text: string): readonly Group[] => {
  const groups: Group[] = [];
  const digits = /\d+/g;
  let end = 0;
  for (let found = digits.exec(text); found !== null; found = digits.exec(text)) {
    const between = text.slice(end, found.index);
    const gap = separators.test(between) ? 'separators' : between.length <= printedSignsMax ? 'signs' : 'text';
    groups.push({ digits: found[0], gap });
    end = digits.lastIndex;
  }
  return groups;
};
