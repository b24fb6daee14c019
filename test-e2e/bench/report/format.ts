import { type Table, type Value } from './table';

/** Counts as they are; of others three digits: more would claim a precision that no machine shared with others has. */
export const format = (value: Value): string => {
  if (value === undefined || value === null || !Number.isFinite(value)) return '–';
  if (Number.isInteger(value)) return value.toLocaleString('en-US');
  const size = Math.abs(value);
  if (size >= 100) return Math.round(value).toLocaleString('en-US');
  if (size >= 10) return value.toFixed(1);
  return size >= 1 ? value.toFixed(2).replace(/\.00$/, '') : value.toPrecision(2);
};

const cells = ({ columns, rows }: Table): readonly (readonly string[])[] => [
  ['', ...columns],
  ...rows.map(({ name, values }) => [name, ...values.map(format)]),
];

/** For a terminal: names to the left, figures to the right. */
export const asText = (table: Table): string => {
  const lines = cells(table);
  const widths = (lines[0] ?? []).map((_, at) => Math.max(...lines.map((line) => line[at]?.length ?? 0)));
  const printed = lines.map((line) =>
    line.map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0))).join('   '),
  );
  return [table.title, ...printed, ...(table.notes ?? [])].join('\n');
};

/** For docs/performance.md, as the formatter would set it. */
export const asMarkdown = (table: Table): string => {
  const lines = cells(table);
  const widths = (lines[0] ?? []).map((_, at) => Math.max(3, ...lines.map((line) => line[at]?.length ?? 0)));
  const row = (line: readonly string[]) => `| ${line.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`;
  const [head = [], ...body] = lines;
  const rule = `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`;
  const notes = (table.notes ?? []).map((note) => `\n${note}`);
  return [`### ${table.title}`, '', row(head), rule, ...body.map(row), ...notes].join('\n');
};
