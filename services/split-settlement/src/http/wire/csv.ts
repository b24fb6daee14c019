import { type Readable } from 'node:stream';
import { type ApiRequest, type ApiResponse } from '@repasse/chassis/http/app';

export type CsvValue = string | number | null;

/** How a column is called in the header row, and what it says of a row. */
export type CsvColumns<Row> = Readonly<Record<string, (row: Row) => CsvValue>>;

/** CSV as RFC 4180 has it: a header row, CRLF, quotes where a value needs them. */
export const csvOf = <Row>(columns: CsvColumns<Row>, rows: Iterable<Row>): string =>
  csvHead(columns) + csvRows(columns, rows);

export const csvHead = <Row>(columns: CsvColumns<Row>): string => lineOf(Object.keys(columns));

export const csvRows = <Row>(columns: CsvColumns<Row>, rows: Iterable<Row>): string => {
  const cells = Object.values(columns);
  let text = '';
  for (const row of rows) text += lineOf(cells.map((valueOf) => valueOf(row)));
  return text;
};

const lineOf = (values: readonly CsvValue[]): string => `${values.map(cellOf).join(',')}\r\n`;

/** An exact amount or whole number. Spreadsheets read it as a number, whatever its sign. */
const numberForm = /^-?\d+(\.\d+)?$/;

/** The beginnings of a text that a spreadsheet takes for a formula. */
const formulaStart = /^[=+\-@\t\r\n]/;

const cellOf = (value: CsvValue): string => {
  const text = value === null ? '' : String(value);
  const harmless = formulaStart.test(text) && !numberForm.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
};

type CsvQuery = { readonly format?: string | undefined };

/** Whether the caller asks for CSV: `format` decides where it is sent, else the header Accept. */
export const wantsCsv = ({ query, headers }: Pick<ApiRequest<unknown, CsvQuery>, 'query' | 'headers'>): boolean =>
  query.format === undefined ? /\btext\/csv\b/i.test(headers.accept ?? '') : query.format === 'csv';

/** An answer that a browser saves under this name. */
export const csvResponse = (
  name: string,
  content: string | Readable,
  headers: Readonly<Record<string, string>> = {},
): ApiResponse => ({
  status: 200,
  ...(typeof content === 'string' ? { body: content } : { stream: content }),
  contentType: 'text/csv; charset=utf-8; header=present',
  headers: { 'Content-Disposition': `attachment; filename="${name}.csv"`, ...headers },
});
