import { type Fault } from '@repasse/chassis/http/problem';
import { readCsv, type CsvRow, type CsvTable } from '@repasse/values/read-csv';
import { type SellerBody } from '../describe';
import { faultsOfKind } from '../legal-data';
import { bodyOf, columnOf, knownColumns, neededColumns } from './columns';

/** What one transaction takes without others waiting for it. */
export const rowsMax = 1_000;

/** More than anyone mends at once, and far below the size of a whole file. */
const faultsMax = 1_000;

/** A row of the file. With faults, its body has not the type it claims. */
export interface FileRow {
  readonly line: number;
  readonly body: SellerBody;
  /** By column; the field is '' for the row as a whole. */
  readonly faults: readonly Fault[];
}

export interface ReadFile {
  /** Of the file as a whole: then there are no rows. */
  readonly faults: readonly Fault[];
  readonly rows: readonly FileRow[];
}

/** What the description of POST /recipients says against a body. */
export type CheckBody = (body: unknown) => readonly Fault[];

export const readFile = (text: string, checkBody: CheckBody): ReadFile => {
  const table = readCsv(text);
  if ('message' in table) return { faults: [{ field: placeOf(table.line), message: table.message }], rows: [] };
  const header = table.header.map(columnOf);
  const faults = [...headerFaults(header), ...sizeFaults(table)];
  return { faults, rows: faults.length > 0 ? [] : table.rows.map((row) => rowOf(header, row, checkBody)) };
};

/** All faults of all rows, in the order of the file. */
export const faultsOfRows = (rows: readonly FileRow[]): readonly Fault[] =>
  rows
    .flatMap(({ line, faults }) =>
      faults.map(({ field, message }) => ({
        field: field === '' ? placeOf(line) : `${placeOf(line)}.${field}`,
        message,
      })),
    )
    .slice(0, faultsMax);

/** A row as errors name it. */
export const placeOf = (line: number): string => `lines[${line}]`;

/** Says nothing of what is written there: a file without a header row has data in its place. */
const headerFaults = (header: readonly string[]): readonly Fault[] => {
  const known: ReadonlySet<string> = new Set(knownColumns);
  const field = placeOf(1);
  if (header.length > known.size) return [{ field, message: `has more columns than the ${known.size} there are.` }];
  return [
    ...header.flatMap((column, at) => {
      if (!known.has(column)) return [{ field, message: `column ${at + 1} is none of ${knownColumns.join(', ')}.` }];
      return header.indexOf(column) === at ? [] : [{ field, message: `column ${at + 1} is there twice.` }];
    }),
    ...neededColumns
      .filter((column) => !header.includes(column))
      .map((column) => ({ field, message: `needs ${column}.` })),
  ];
};

const sizeFaults = ({ rows: { length } }: CsvTable): readonly Fault[] => {
  if (length > 0 && length <= rowsMax) return [];
  return [
    { field: 'body', message: length === 0 ? 'has no row behind its header.' : `has more than ${rowsMax} rows.` },
  ];
};

const rowOf = (header: readonly string[], { line, cells }: CsvRow, checkBody: CheckBody): FileRow => {
  const body = bodyOf(header, cells) as unknown as SellerBody;
  if (cells.length !== header.length)
    return { line, body, faults: [{ field: '', message: `has ${cells.length} cells and not ${header.length}.` }] };
  const faults = checkBody(body);
  return { line, body, faults: [...faults, ...meaningFaults(body, new Set(faults.map(({ field }) => field)))] };
};

/** Of a part with faults of its own nothing further is said. */
const meaningFaults = (body: SellerBody, faulty: ReadonlySet<string>): readonly Fault[] => {
  if (faulty.has('kind')) return [];
  const { representative, ...rest } = body;
  const isReadable = ![...faulty].some((field) => field.startsWith('representative'));
  return faultsOfKind(body.kind, isReadable && representative ? { ...rest, representative } : rest, faulty);
};
