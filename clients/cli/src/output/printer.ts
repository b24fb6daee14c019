import { type Writable } from 'node:stream';

export interface PrinterOptions {
  readonly stdout: Writable;
  readonly stderr: Writable;
  /** For programs: objects on stdout, and nothing else there. */
  readonly isJson: boolean;
  readonly isQuiet: boolean;
}

/** Results go to stdout, words about the work to stderr. */
export interface Printer {
  readonly isJson: boolean;
  /** One object, or with `isJson` off its fields in lines. */
  record(value: object): void;
  /** Rows under a header, or with `isJson` on one object a line. */
  rows(columns: readonly string[], values: readonly object[]): void;
  /** As it is, such as CSV. */
  text(text: string): void;
  say(text: string): void;
}

export const createPrinter = ({ stdout, stderr, isJson, isQuiet }: PrinterOptions): Printer => ({
  isJson,
  record: (value) => stdout.write(isJson ? `${JSON.stringify(value)}\n` : fieldsOf(value)),
  rows: (columns, values) => stdout.write(isJson ? linesOf(values) : tableOf(columns, values)),
  text: (text) => stdout.write(text),
  say: (text) => {
    if (!isQuiet) stderr.write(`${text}\n`);
  },
});

const linesOf = (values: readonly object[]): string => values.map((value) => `${JSON.stringify(value)}\n`).join('');

const fieldsOf = (value: object): string => {
  const fields = Object.entries(value).map(([name, field]) => [name, textOf(field)] as const);
  const width = Math.max(...fields.map(([name]) => name.length));
  return fields.map(([name, text]) => `${name.padEnd(width)}  ${text}\n`).join('');
};

const tableOf = (columns: readonly string[], values: readonly object[]): string => {
  const rows = values.map((value) => columns.map((column) => textOf((value as Record<string, unknown>)[column])));
  const widths = columns.map((column, at) => Math.max(column.length, ...rows.map((row) => row[at]?.length ?? 0)));
  const lineOf = (cells: readonly string[]): string =>
    `${cells
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join('  ')
      .trimEnd()}\n`;
  return [columns.map((column) => column.toUpperCase()), ...rows].map(lineOf).join('');
};

/** Control characters of texts that others wrote would move the cursor of a terminal. */
const textOf = (value: unknown): string => {
  if (value === null || value === undefined) return '';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.replaceAll(/[\p{Cc}\p{Cf}]/gu, '�');
};
