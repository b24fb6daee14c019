import { readCsv } from '@repasse/values/read-csv';

/**
 * The cells of a CSV body at `lines[2][0]`: row 2, first column. The digits of two cells side by side are not one number,
 * so each is looked at alone; by their places, because a file without a header row has data for names. Undefined of a text
 * that is no CSV, which its operation refuses.
 */
export const cellsOf = (text: unknown): object | undefined => {
  const table = readCsv(String(text));
  if ('message' in table) return undefined;
  const lines: (readonly string[])[] = [];
  lines[1] = table.header;
  for (const { line, cells } of table.rows) lines[line] = cells;
  return { lines };
};
