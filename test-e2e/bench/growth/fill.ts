import { type Tx } from '@repasse/chassis/postgres/database';

interface Index {
  readonly name: string;
  readonly definition: string;
}

/** Fills tables whose readers' indexes are made afterwards, as a rebuild does: a fraction of the time. Keys stay. */
export const fillUnindexed = async (tx: Tx, tables: readonly string[], fill: () => Promise<void>): Promise<void> => {
  const indexes = await tx.query<Index>(indexesOfReaders, [tables]);
  for (const { name } of indexes) await tx.query(`drop index ${name}`);
  await fill();
  // That of a divided table is told as one of the table alone, without its partitions.
  for (const { definition } of indexes) await tx.query(definition.replace(' ON ONLY ', ' ON '));
};

// An index behind a constraint is a key.
const indexesOfReaders = `
  select indexname as name, indexdef as definition from pg_indexes i
  where schemaname = current_schema() and tablename = any ($1::text[])
    and not exists (select from pg_constraint c where c.conname = i.indexname)`;
