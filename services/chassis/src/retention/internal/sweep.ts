import { type Tx } from '../../postgres/database';

/** Short deletes, which block no request and write no large piece of log at once. */
const batchRows = 2_000;

export interface SweptRows {
  readonly table: string;
  readonly by: string;
  readonly endedBefore: Date;
  /** Only the rows of this topic; of all without one. */
  readonly topic?: string;
  readonly isStopped: () => boolean;
}

/** Deletes older rows, batch by batch, until a short one comes. Returns how many. */
export const sweepRows = async (db: Tx, swept: SweptRows): Promise<number> => {
  const { table, by, endedBefore, topic, isStopped } = swept;
  // In a table that is divided, a row's place is told by its partition and its ctid.
  const sql = `
    with ended as (
      select tableoid, ctid from ${table}
      where ${by} < $1::timestamptz ${topic === undefined ? '' : 'and topic = $3'} limit $2
    ), gone as (
      delete from ${table} t using ended
      where t.tableoid = ended.tableoid and t.ctid = ended.ctid and t.${by} < $1::timestamptz
      returning 1
    )
    select count(*)::integer as deleted from gone`;
  const values = [endedBefore.toISOString(), batchRows, ...(topic === undefined ? [] : [topic])];
  let total = 0;
  while (!isStopped()) {
    const [row] = await db.query<{ deleted: number }>(sql, values);
    const deleted = row?.deleted ?? 0;
    total += deleted;
    if (deleted < batchRows) break;
  }
  return total;
};
