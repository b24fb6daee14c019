import { types as defaults } from 'pg';

const oid = { int8: 20, timestamptz: 1184, date: 1082, int8Array: 1016, timestamptzArray: 1185 } as const;

type Parser = (text: string) => unknown;

/** Offsets, versions and minor units all fit a double exactly; a value that does not is corrupt, so throw. */
const parseInt8 = (text: string): number => {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new Error(`The bigint ${text} is beyond what a number holds exactly.`);
  return value;
};

/** Sessions run in UTC, so the offset is always +00. `infinity` stays as it is. */
const parseTimestamp = (text: string): string => {
  const parsed = new Date(text.replace(' ', 'T').replace(/\+00$/, 'Z'));
  return Number.isNaN(parsed.getTime()) ? text : parsed.toISOString();
};

const arrayOf =
  (parse: Parser): Parser =>
  (text) =>
    text === '{}'
      ? []
      : text
          .slice(1, -1)
          .split(',')
          .map((item) => parse(item.replaceAll('"', '')));

const own = new Map<number, Parser>([
  [oid.int8, parseInt8],
  [oid.int8Array, arrayOf(parseInt8)],
  [oid.timestamptz, parseTimestamp],
  [oid.timestamptzArray, arrayOf(parseTimestamp)],
  // A calendar day has no zone: as a Date it would shift with the machine's.
  [oid.date, (text) => text],
]);

/** The driver's own parsers; its enumeration of type ids is narrower than what a server may send. */
const standardParser: (id: number, format?: 'text' | 'binary') => Parser = defaults.getTypeParser;

/** How column values reach the code: bigint as a checked number, timestamptz as an ISO string, numeric as text. */
export const columnTypes = {
  getTypeParser: (id: number, format?: 'text' | 'binary'): Parser => own.get(id) ?? standardParser(id, format),
};
