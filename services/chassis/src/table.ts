/** Rows of text under a head, as a person reads them in a terminal. Numbers stand right, in the columns named. */
export const tableOf = (
  head: readonly string[],
  rows: readonly (readonly string[])[],
  isRight: (column: number) => boolean,
): string => {
  const widths = head.map((name, column) => Math.max(name.length, ...rows.map((row) => row[column]?.length ?? 0)));
  const lineOf = (cells: readonly string[]): string =>
    cells
      .map((cell, column) => (isRight(column) ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0)))
      .join('  ')
      .trimEnd();
  return [head, widths.map((width) => '-'.repeat(width)), ...rows].map(lineOf).join('\n');
};
