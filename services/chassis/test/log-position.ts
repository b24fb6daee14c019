import { type Tx } from '../src/postgres/database';

/** Where the write-ahead log ends, behind all that was committed before. */
export const endOfLog = async (db: Tx): Promise<string> => {
  const [row] = await db.query<{ lsn: string }>('select pg_current_wal_insert_lsn()::text as lsn');
  if (row === undefined) throw new Error('The server did not tell where its log ends.');
  return row.lsn;
};

/** Whether the log is on the disk up to there. */
export const isOnDisk = async (db: Tx, lsn: string): Promise<boolean> => {
  const sql = 'select pg_current_wal_flush_lsn() >= $1::pg_lsn as "isOnDisk"';
  const [row] = await db.query<{ isOnDisk: boolean }>(sql, [lsn]);
  return row?.isOnDisk ?? false;
};
