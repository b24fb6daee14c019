import { cardDigitsMax, cardDigitsMin, isCardOf, lengthsOf } from './card-number';

/** The separators between two groups of digits. */
export type Gap = 'separators' | 'signs' | 'text';

export interface Group {
  readonly digits: string;
  readonly gap: Gap;
}

/**
 * Groups belong to a number as a whole or not at all, so an order number before a card does not hide it. Only an expiry
 * may be glued to the number, with or without the security code.
 */
export const holdsNumberInGroups = (groups: readonly Group[]): boolean => {
  if (groups.length === 0) return false;
  const line = lineOf(groups);
  return groups.some(({ digits }, from) =>
    expiryLengthsBefore(digits).some((offset) => beginsNumber(line, from, (line.starts[from] ?? 0) + offset)),
  );
};

/** The digits of all groups in one line: a number is a part of it, so no start costs more than its few lengths. */
interface Line {
  readonly groups: readonly Group[];
  readonly digits: string;
  /** Where each group begins in the line, and where the last one ends. */
  readonly starts: readonly number[];
  /** The group of each digit. */
  readonly groupAt: Int32Array;
  /** How many gaps of a kind there are up to each group. */
  readonly signs: readonly number[];
  readonly texts: readonly number[];
}

const lineOf = (groups: readonly Group[]): Line => {
  const digits = groups.map((group) => group.digits).join('');
  const starts = [0];
  const groupAt = new Int32Array(digits.length);
  groups.forEach((group, at) => {
    const start = starts[at] ?? 0;
    groupAt.fill(at, start, start + group.digits.length);
    starts.push(start + group.digits.length);
  });
  return { groups, digits, starts, groupAt, signs: countsOf(groups, 'signs'), texts: countsOf(groups, 'text') };
};

const countsOf = (groups: readonly Group[], kind: Gap): readonly number[] => {
  let count = 0;
  return groups.map(({ gap }) => (count += gap === kind ? 1 : 0));
};

const beginsNumber = (line: Line, from: number, start: number): boolean =>
  lengthsOf(line.digits.slice(start, start + 4)).some((length) => {
    const end = start + length;
    if (end > line.digits.length) return false;
    const to = line.groupAt[end - 1] ?? 0;
    if (isBetween(line.texts, from, to)) return false;
    const isWhole = isBetween(line.signs, from, to) ? isPrinted(line, from, to, end) : endsNumber(line, to, end);
    return isWhole && isCardOf(line.digits.slice(start, end));
  });

const isBetween = (counts: readonly number[], from: number, to: number): boolean => counts[from] !== counts[to];

/** 4-4-4-4, 4-6-5 and 4-6-4. Other groups, in lists of numbers with commas between them, would be cards too often. */
const printedForms: ReadonlySet<string> = new Set(['4 4 4 4', '4 6 5', '4 6 4']);

const isPrinted = ({ groups, starts }: Line, from: number, to: number, end: number): boolean => {
  if (starts[to + 1] !== end) return false;
  const form = groups.slice(from, to + 1).map(({ digits }) => digits.length);
  return printedForms.has(form.join(' '));
};

const endsNumber = ({ digits, groups, starts }: Line, to: number, end: number): boolean => {
  const rest = digits.slice(end, starts[to + 1]);
  return rest === '' || isExpiry(rest, groups[to + 1]);
};

const month = '(?:0[1-9]|1[0-2])';
const year = '(?:20)?[2-4]\\d';
const code = '(?:\\d{3,4})?';
const expiry = new RegExp(`^${month}${year}${code}$`);
const monthOnly = new RegExp(`^${month}$`);
const yearFirst = new RegExp(`^${year}${code}$`);

const isExpiry = (digits: string, next: Group | undefined): boolean =>
  expiry.test(digits) || (monthOnly.test(digits) && next?.gap === 'separators' && yearFirst.test(next.digits));

/** An expiry, the number, and an expiry with its code; longer numbers are none of a card. */
const gluedDigitsMax = 6 + cardDigitsMax + 10;
const expiriesBefore: readonly (readonly [digits: number, form: RegExp])[] = [
  [4, new RegExp(`^${month}[2-4]`)],
  [6, new RegExp(`^${month}20[2-4]`)],
];

/** How many digits a number may begin behind: none, or an expiry. */
const expiryLengthsBefore = (digits: string): readonly number[] => {
  if (digits.length < 4 + cardDigitsMin || digits.length > gluedDigitsMax) return atOnce;
  const found = expiriesBefore.filter(([, form]) => form.test(digits));
  return [0, ...found.map(([length]) => length)];
};

const atOnce: readonly number[] = [0];
