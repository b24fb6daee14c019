import { join } from 'node:path';
import { type Database, type Tx } from '../postgres/database';
import { type ArchiveKind } from './kind';
import { readLines, type ArchiveLine } from './lines';
import { checkPart, DamagedPartError, idOf, linesOf, manifestOfFile } from './part';

/** Where a subject is, or undefined for one that was not archived. */
export const findArchived = async (
  db: Tx,
  kind: string,
  id: string,
): Promise<{ readonly file: string; readonly owner_id: number | null } | undefined> => {
  const [row] = await db.query<{ file: string; owner_id: number | null }>(
    'select file, owner_id from archived where kind = $1 and id = $2',
    [kind, id],
  );
  return row;
};

/** The line of a subject, from a file that is as its manifest says. */
export const readArchived = async (folder: string, file: string, id: string): Promise<ArchiveLine> => {
  const path = join(folder, file);
  await checkPart(path, await manifestOfFile(folder, file));
  for await (const line of linesOf(path)) if (idOf(line) === id) return { id, line };
  throw new DamagedPartError(`${path} has no line of ${id}.`);
};

/**
 * Writes the rows of a subject back, and its mark goes. Throws, and changes nothing, unless the database then has the
 * subject byte for byte as the file does.
 */
export const restoreArchived = async (db: Database, kind: ArchiveKind, { id, line }: ArchiveLine): Promise<void> => {
  await db.transaction(async (tx) => {
    await kind.lock(tx, [id]);
    for (const { table } of kind.tables) await writeBack(tx, table, line);
    const [restored] = await readLines(tx, kind, [id]);
    if (restored?.line !== line) throw new Error(`${id} is not in the database as it is in the file; it is left out.`);
    await tx.query('delete from archived where kind = $1 and id = $2', [kind.name, id]);
    if (kind.namesSql !== undefined)
      await tx.query(`delete from archived where (kind, id) in (select n.kind, n.id from (${kind.namesSql}) n)`, [
        [id],
      ]);
    await kind.count?.(tx, [id], 1);
  });
};

/** Generated columns are computed anew; numbers that a table gives out itself stay as they were. */
const writeBack = async (tx: Tx, table: string, line: string): Promise<void> => {
  const columns = await tx.query<{ name: string }>(
    `select quote_ident(column_name) as name from information_schema.columns
     where table_schema = current_schema() and table_name = $1 and is_generated = 'NEVER' order by ordinal_position`,
    [table],
  );
  const names = columns.map(({ name }) => name).join(', ');
  await tx.query(
    `insert into ${table} (${names}) overriding system value
     select ${names} from json_populate_recordset(null::${table}, $1::json -> 'rows' -> '${table}')`,
    [line],
  );
};
