import { createHash } from 'node:crypto';
import { type Tx } from '../postgres/database';
import { type ArchiveKind } from './kind';

/** A subject with all of its rows as one line of a file. The text is PostgreSQL's, so that json columns keep their bytes. */
export interface ArchiveLine {
  readonly id: string;
  readonly line: string;
}

/** Reads subjects as they are in the database now, in the order of ids. */
export const readLines = async (tx: Tx, kind: ArchiveKind, ids: readonly string[]): Promise<readonly ArchiveLine[]> => {
  const lines = await tx.query<ArchiveLine>(linesSql(kind), [ids]);
  for (const { id, line } of lines) {
    // A line break between the parts of a json column would cut the line in two.
    if (line.includes('\n')) throw new Error(`${id} has a line break in a column of json and cannot be archived.`);
  }
  return lines;
};

const linesSql = ({ tables }: ArchiveKind): string => {
  const rows = tables.map(
    ({ table, of, order }) =>
      `'${table}', coalesce((select json_agg(row_to_json(t) order by ${order}) from ${table} t where ${of('array[s.id]')}), '[]')`,
  );
  return `
    select s.id, json_build_object('id', s.id, 'rows', json_build_object(${rows.join(', ')}))::text as line
    from unnest($1::text[]) as s(id) order by s.id collate "C"`;
};

export const digestOf = (line: string): string => createHash('sha256').update(line).digest('base64');

/** How many rows of each table a line holds. */
export const rowCountsOf = (line: string): Readonly<Record<string, number>> => {
  const { rows } = JSON.parse(line) as { readonly rows: Readonly<Record<string, readonly unknown[]>> };
  return Object.fromEntries(Object.entries(rows).map(([table, each]) => [table, each.length]));
};
