import { type Database, type Tx } from '../postgres/database';

/**
 * How many rows of a table the work reads, by PostgreSQL's own count. A row that is found in an index and read from the
 * table counts twice. A plan that reads too much is seen by it on any machine, which a time is not.
 */
export const rowsRead = (db: Database, table: string, work: (tx: Tx) => Promise<unknown>): Promise<number> =>
  db.transaction(async (tx) => {
    const before = await countOf(tx, table);
    await work(tx);
    return (await countOf(tx, table)) - before;
  });

const countOf = async (tx: Tx, table: string): Promise<number> => {
  const [row] = await tx.query<{ rows: number }>(
    `select sum(pg_stat_get_xact_tuples_fetched(oid) + pg_stat_get_xact_tuples_returned(oid))::bigint as rows
     from (select $1::regclass::oid as oid union select indexrelid from pg_index where indrelid = $1::regclass) of_table`,
    [table],
  );
  return row?.rows ?? 0;
};
