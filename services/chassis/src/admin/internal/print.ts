import { tableOf } from '../../table';
import { type AdminOutcome } from '../command';

/** A row has all its facts in JSON; a terminal shows each cut to this. */
const cellCharactersMax = 120;

export const printed = ({ rows, summary }: AdminOutcome, isJson: boolean): string => {
  if (isJson) return JSON.stringify({ ...(rows && { rows }), summary }, null, 2);
  return rows === undefined || rows.length === 0 ? summary : `${tableOfRows(rows)}\n\n${summary}`;
};

const tableOfRows = (rows: readonly object[]): string => {
  const head = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const cells = rows.map((row) => {
    const facts = new Map<string, unknown>(Object.entries(row));
    return head.map((name) => facts.get(name));
  });
  const isNumber = head.map((_, column) => cells.every((row) => ['number', 'bigint'].includes(typeof row[column])));
  return tableOf(
    head,
    cells.map((row) => row.map(cellOf)),
    (column) => isNumber[column] === true,
  );
};

const cellOf = (value: unknown): string => {
  if (value === undefined || value === null) return '-';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const line = text.replaceAll(/\s+/g, ' ');
  return line.length > cellCharactersMax ? `${line.slice(0, cellCharactersMax - 1)}…` : line;
};
