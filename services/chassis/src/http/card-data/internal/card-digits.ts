import { isCardOf } from './card-number';

const digitRuns = /\d{13,}/g;

/**
 * Whether an id in hexadecimal holds a card number: a run of digits that is one, without zeros that fill it up, or an id
 * of digits only, which no random id of this length is. Random ids pass but for one in some thousands.
 */
export const hasCardDigits = (hexadecimal: string): boolean =>
  /^\d+$/.test(hexadecimal) ||
  (hexadecimal.match(digitRuns) ?? []).some((run) =>
    [run, run.replace(/^0+/, ''), run.replace(/0+$/, '')].some(isCardOf),
  );
