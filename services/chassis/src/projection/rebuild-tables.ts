import { type Tx } from '../postgres/database';

/** Where the tables of a rebuild stand. Taken out of the search path, it is as if it were not there. */
export const rebuildSchema = 'rebuild';

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

const liveSchema = async (tx: Tx): Promise<string> => {
  const [row] = await tx.query<{ schema: string }>('select current_schema() as schema');
  return quoted(row?.schema ?? 'public');
};

/** Empty tables like the live ones, with their defaults, checks and indexes. Left-overs of a killed rebuild go. */
export const createTables = async (tx: Tx, tables: readonly string[]): Promise<void> => {
  const live = await liveSchema(tx);
  await tx.query(`create schema if not exists ${rebuildSchema}`);
  for (const table of tables) {
    await tx.query(`drop table if exists ${rebuildSchema}.${quoted(table)}`);
    await tx.query(`create table ${rebuildSchema}.${quoted(table)} (like ${live}.${quoted(table)} including all)`);
  }
};

export const dropTables = async (tx: Tx, tables: readonly string[]): Promise<void> => {
  for (const table of tables) await tx.query(`drop table if exists ${rebuildSchema}.${quoted(table)}`);
};

/** Has unqualified table names of this transaction mean the tables of the rebuild. */
export const useRebuildTables = async (tx: Tx): Promise<void> => {
  await useLiveTables(tx);
  const live = await liveSchema(tx);
  await tx.query(`set local search_path to ${rebuildSchema}, ${live}`);
};

export const useLiveTables = async (tx: Tx): Promise<void> => {
  await tx.query('set local search_path to default');
};

/** Puts the new tables in the place of the live ones. Names of indexes follow, so that the next rebuild finds them. */
export const swapTables = async (tx: Tx, tables: readonly string[]): Promise<void> => {
  const live = await liveSchema(tx);
  for (const table of tables) {
    const indexes = await indexNames(tx, live, table);
    await tx.query(`drop table ${live}.${quoted(table)}`);
    await tx.query(`alter table ${rebuildSchema}.${quoted(table)} set schema ${live}`);
    await restoreIndexNames(tx, live, table, indexes);
  }
};

interface IndexName {
  readonly name: string;
  /** What the index is, without what it is called. */
  readonly definition: string;
}

/** LIKE copies an index under a name of its own choosing. */
const indexNames = (tx: Tx, schema: string, table: string): Promise<IndexName[]> =>
  tx.query<IndexName>(
    `select c.relname as name, regexp_replace(pg_get_indexdef(i.indexrelid), ' INDEX .* USING ', ' USING ') as definition
     from pg_index i join pg_class c on c.oid = i.indexrelid where i.indrelid = $1::regclass order by c.relname`,
    [`${schema}.${quoted(table)}`],
  );

const restoreIndexNames = async (
  tx: Tx,
  schema: string,
  table: string,
  wanted: readonly IndexName[],
): Promise<void> => {
  const names = new Map(wanted.map(({ name, definition }) => [definition, name]));
  for (const { name, definition } of await indexNames(tx, schema, table)) {
    const original = names.get(definition);
    if (original !== undefined && original !== name) {
      await tx.query(`alter index ${schema}.${quoted(name)} rename to ${quoted(original)}`);
    }
  }
};

/** How many rows each side has that the other has not, duplicates counted. */
export const countDifferences = async (
  tx: Tx,
  table: string,
): Promise<{ readonly missingRows: number; readonly surplusRows: number }> => {
  const live = `${await liveSchema(tx)}.${quoted(table)}`;
  const rebuilt = `${rebuildSchema}.${quoted(table)}`;
  const [row] = await tx.query<{ missing: number; surplus: number }>(
    `select
       (select count(*) from (select t::text from ${rebuilt} t except all select t::text from ${live} t) d) as missing,
       (select count(*) from (select t::text from ${live} t except all select t::text from ${rebuilt} t) d) as surplus`,
  );
  return { missingRows: row?.missing ?? 0, surplusRows: row?.surplus ?? 0 };
};
