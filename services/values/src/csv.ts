import { brasiliaTime } from './brasilia-time';

/** A cell that Brazil writes in another way. */
type LocalCell =
  /** An exact amount, such as "-1234.50". */
  | { readonly amount: string }
  /** ISO 8601 in UTC. */
  | { readonly moment: string }
  /** 2026-11-21. */
  | { readonly day: string }
  /** A word of the API, and what it is called in Portuguese. */
  | { readonly word: string; readonly pt: string };

export type CsvValue = string | number | null | LocalCell;

/** How a column is called in the header row, and what it says of a row. */
export type CsvColumns<Row> = Readonly<Record<string, (row: Row) => CsvValue>>;

export type CsvLocale = 'en' | 'pt-BR';

/** How a file is written: `en` for programs, as RFC 4180 has it, and `pt-BR` for a spreadsheet that is set to Brazil. */
export interface CsvStyle {
  readonly locale: CsvLocale;
  /** Column names in Portuguese; a column without one keeps its own. */
  readonly headings: Readonly<Record<string, string>>;
}

const forPrograms: CsvStyle = { locale: 'en', headings: {} };

/** A header row, CRLF, quotes where a value needs them. */
export const csvOf = <Row>(columns: CsvColumns<Row>, rows: Iterable<Row>, style = forPrograms): string =>
  csvHead(columns, style) + csvRows(columns, rows, style);

/** A spreadsheet takes a file for UTF-8 by the mark before its first line only. */
const byteOrderMark = '\uFEFF';

export const csvHead = <Row>(columns: CsvColumns<Row>, style = forPrograms): string => {
  if (style.locale === 'en') return lineOf(Object.keys(columns), style);
  const names = Object.keys(columns).map((name) => (Object.hasOwn(style.headings, name) ? style.headings[name] : name));
  return byteOrderMark + lineOf(names.map(String), style);
};

export const csvRows = <Row>(columns: CsvColumns<Row>, rows: Iterable<Row>, style = forPrograms): string => {
  const cells = Object.values(columns);
  let text = '';
  for (const row of rows) {
    text += lineOf(
      cells.map((valueOf) => valueOf(row)),
      style,
    );
  }
  return text;
};

const separators = { en: ',', 'pt-BR': ';' } as const;

const lineOf = (values: readonly CsvValue[], { locale }: CsvStyle): string =>
  `${values.map((value) => cellOf(value, locale)).join(separators[locale])}\r\n`;

/** An exact amount or whole number. Spreadsheets read it as a number, whatever its sign. */
const numberForm = /^-?\d+(\.\d+)?$/;

/**
 * The beginnings of a text that a spreadsheet takes for a formula; behind apostrophes of its own, too, so that whoever
 * reads the file takes exactly one away.
 */
const formulaStart = /^'*[=+\-@\t\r\n]/;

const needsQuotes = { en: /[",\r\n]/, 'pt-BR': /[";\r\n]/ } as const;

const cellOf = (value: CsvValue, locale: CsvLocale): string => {
  if (value === null) return '';
  const text = typeof value === 'object' ? localText(value, locale) : String(value);
  const isNumber = typeof value === 'object' && 'amount' in value ? true : numberForm.test(text);
  const harmless = formulaStart.test(text) && !isNumber ? `'${text}` : text;
  return needsQuotes[locale].test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
};

const localText = (cell: LocalCell, locale: CsvLocale): string => {
  const isBrazil = locale === 'pt-BR';
  if ('amount' in cell) return isBrazil ? cell.amount.replace('.', ',') : cell.amount;
  if ('moment' in cell) return isBrazil ? brazilianMoment(cell.moment) : cell.moment;
  if ('day' in cell) return isBrazil ? brazilianDay(cell.day) : cell.day;
  return isBrazil ? cell.pt : cell.word;
};

/** 21/11/2026 09:03:10, in São Paulo. */
const brazilianMoment = (moment: string): string => {
  const local = brasiliaTime(moment);
  return `${brazilianDay(local)} ${local.slice(11, 19)}`;
};

const brazilianDay = (day: string): string => `${day.slice(8, 10)}/${day.slice(5, 7)}/${day.slice(0, 4)}`;

/** Of a moment that may not have come yet. */
export const momentCell = (moment: string | null): CsvValue => (moment === null ? null : { moment });

export const amountCell = (amount: string | null): CsvValue => (amount === null ? null : { amount });
