import { type Tx } from '../../postgres/database';

/** Where the tables of a rebuild stand. Taken out of the search path, it is as if it were not there. */
const rebuildSchema = 'rebuild';

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

const liveSchema = async (tx: Tx): Promise<string> => {
  const [row] = await tx.query<{ schema: string }>('select current_schema() as schema');
  return quoted(row?.schema ?? 'public');
};

/**
 * Empty tables like the live ones, with defaults, checks, keys and other unique indexes: enough to fill them.
 * Left-overs of a killed rebuild go. Names of keys and indexes are the live ones', which another schema permits.
 */
export const createTables = async (tx: Tx, tables: readonly string[]): Promise<void> => {
  const live = await liveSchema(tx);
  await tx.query(`create schema if not exists ${rebuildSchema}`);
  for (const table of tables) {
    const [from, to] = [`${live}.${quoted(table)}`, `${rebuildSchema}.${quoted(table)}`];
    await tx.query(`drop table if exists ${to}`);
    await tx.query(`create table ${to} (like ${from} including all excluding indexes)`);
    for (const { name, definition } of await keysOf(tx, from)) {
      await tx.query(`alter table ${to} add constraint ${quoted(name)} ${definition}`);
    }
    await createIndexes(tx, from, to, 'unique');
  }
};

/** The indexes that only readers need. Made once the tables are full, they cost a fraction. */
export const indexTables = async (tx: Tx, tables: readonly string[]): Promise<void> => {
  const live = await liveSchema(tx);
  for (const table of tables) {
    await createIndexes(tx, `${live}.${quoted(table)}`, `${rebuildSchema}.${quoted(table)}`, 'plain');
  }
};

const keysOf = (tx: Tx, table: string): Promise<{ name: string; definition: string }[]> =>
  tx.query(
    `select conname as name, pg_get_constraintdef(oid) as definition
     from pg_constraint where conrelid = $1::regclass and contype in ('p', 'u', 'x')`,
    [table],
  );

const createIndexes = async (tx: Tx, from: string, to: string, kind: 'unique' | 'plain'): Promise<void> => {
  const indexes = await tx.query<{ definition: string }>(
    `select pg_get_indexdef(i.indexrelid) as definition
     from pg_index i
     where i.indrelid = $1::regclass and i.indisunique = $2
       and not exists (select from pg_constraint c where c.conindid = i.indexrelid and c.conrelid = i.indrelid)`,
    [from, kind === 'unique'],
  );
  for (const { definition } of indexes) await tx.query(definition.replace(/ ON \S+ USING /, ` ON ${to} USING `));
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

/** Puts the new tables in the place of the live ones. */
export const swapTables = async (tx: Tx, tables: readonly string[]): Promise<void> => {
  const live = await liveSchema(tx);
  for (const table of tables) {
    await tx.query(`drop table ${live}.${quoted(table)}`);
    await tx.query(`alter table ${rebuildSchema}.${quoted(table)} set schema ${live}`);
  }
};

/** How many rows each side has that the other has not, duplicates counted. */
export const countDifferences = async (
  tx: Tx,
  table: string,
): Promise<{ readonly missingRows: number; readonly surplusRows: number }> => {
  const live = `${await liveSchema(tx)}.${quoted(table)}`;
  const rebuilt = `${rebuildSchema}.${quoted(table)}`;
  // Rows are compared by a hash of 64 bits: sorting the rows of a large table themselves takes many times as long.
  const [row] = await tx.query<{ missing: number; surplus: number }>(
    `select
       coalesce(sum(surplus) filter (where surplus > 0), 0)::bigint as surplus,
       coalesce(-sum(surplus) filter (where surplus < 0), 0)::bigint as missing
     from (
       select sum(one) as surplus
       from (
         select hashtextextended(t::text, 0) as hash, 1 as one from ${live} t
         union all
         select hashtextextended(t::text, 0), -1 from ${rebuilt} t
       ) as sides
       group by hash
     ) as compared`,
  );
  return { missingRows: row?.missing ?? 0, surplusRows: row?.surplus ?? 0 };
};
