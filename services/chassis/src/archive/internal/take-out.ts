import { join } from 'node:path';
import { type Database, type Tx } from '../../postgres/database';
import { type ArchiveKind } from '../kind';
import { readLines, type ArchiveLine } from '../lines';
import { idOf, linesOf, type Manifest } from '../part';

/** As many subjects as one transaction takes out: some thousand rows, a few milliseconds. */
const subjectsAtOnce = 200;

export interface TakenOut {
  readonly taken: number;
  /** Subjects that are not as they were written: they stay, and a later run archives them as they are then. */
  readonly changed: number;
}

/**
 * Takes the subjects of a verified file out of the database, or marks them where rows stay. Each is compared with its line
 * first, under a lock, so that nothing goes that is not in the file. A repeat goes on where an earlier one ended.
 */
export const takeOut = async (
  db: Database,
  kind: ArchiveKind,
  { folder, manifest }: { readonly folder: string; readonly manifest: Manifest },
): Promise<TakenOut> => {
  const total = { taken: 0, changed: 0 };
  for await (const lines of batchesOf(linesOf(join(folder, manifest.file)))) {
    const { taken, changed } = await db.transaction((tx) => takeOutLines(tx, kind, manifest.file, lines));
    total.taken += taken;
    total.changed += changed;
  }
  return total;
};

async function* batchesOf(lines: AsyncIterable<string>): AsyncGenerator<readonly ArchiveLine[]> {
  let batch: ArchiveLine[] = [];
  for await (const line of lines) {
    batch.push({ id: idOf(line), line });
    if (batch.length < subjectsAtOnce) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

const takeOutLines = async (
  tx: Tx,
  kind: ArchiveKind,
  file: string,
  lines: readonly ArchiveLine[],
): Promise<TakenOut> => {
  const ids = lines.map(({ id }) => id);
  await kind.lock(tx, ids);
  const marked = new Set((await tx.query<{ id: string }>(markedSql, [kind.name, ids])).map(({ id }) => id));
  const waiting = lines.filter(({ id }) => !marked.has(id));
  const current = new Map(
    (
      await readLines(
        tx,
        kind,
        waiting.map(({ id }) => id),
      )
    ).map(({ id, line }) => [id, line]),
  );
  const same = waiting.filter(({ id, line }) => current.get(id) === line).map(({ id }) => id);
  if (same.length > 0) {
    await tx.query(markSql(kind), [kind.name, same, file]);
    if (kind.namesSql !== undefined) await tx.query(markNamesSql(kind.namesSql), [same, file]);
    if (kind.isMoved) await deleteRows(tx, kind, same);
  }
  return { taken: same.length, changed: waiting.length - same.length };
};

const markedSql = 'select id from archived where kind = $1 and id = any ($2)';

const markSql = ({ ownerSql }: ArchiveKind): string => `
  insert into archived (kind, id, owner_id, file)
  select $1, s.id, ${ownerSql}, $3 from unnest($2::text[]) as s(id)`;

const markNamesSql = (namesSql: string): string => `
  insert into archived (kind, id, owner_id, file) select n.kind, n.id, n.owner_id, $2 from (${namesSql}) n`;

const deleteRows = async (tx: Tx, { tables, count }: ArchiveKind, ids: readonly string[]): Promise<void> => {
  await count?.(tx, ids, -1);
  for (const { table, of } of tables.toReversed())
    await tx.query(`delete from ${table} t where ${of('$1::text[]')}`, [ids]);
};
