import { type components } from '@repasse/contracts/generated/http/identity';

export interface RefusedRow {
  /** As a spreadsheet numbers it; undefined where the fault is the file's. */
  readonly row: number | undefined;
  readonly column: string;
  readonly message: string;
  /** Of a row that contradicts what is known, as in problems. */
  readonly code?: string | undefined;
}

interface Fault {
  readonly field: string;
  readonly message: string;
}

const place = /^lines\[(\d+)\]\.?(.*)$/;

interface CodeOfLine {
  readonly line: number;
  readonly code: string;
}

/** Of a file that was refused as a whole: `lines[3].document`. */
export const rowsOfProblem = (errors: readonly Fault[], codes: readonly CodeOfLine[] = []): readonly RefusedRow[] =>
  errors.map(({ field, message }) => {
    const [, row, column = ''] = place.exec(field) ?? [];
    if (row === undefined) return { row: undefined, column: field, message };
    const code = codes.find(({ line }) => line === Number(row))?.code;
    return { row: Number(row), column, message, ...(code !== undefined && { code }) };
  });

/** Of a file whose other rows were taken. A row that contradicts a known seller has a code and no faulty cell. */
export const rowsOfResult = (lines: components['schemas']['RecipientsImport']['lines']): readonly RefusedRow[] =>
  lines.flatMap(({ line, code, errors }) => {
    if (code === null) return [];
    if (errors.length === 0) return [{ row: line, column: '', message: code, code }];
    return errors.map(({ field, message }) => ({ row: line, column: place.test(field) ? '' : field, message }));
  });

/** How many rows have faults; one may have several. */
export const countOfRows = (rows: readonly RefusedRow[]): number => new Set(rows.map(({ row }) => row)).size;
