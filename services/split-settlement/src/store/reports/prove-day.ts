import { type Tx } from '@repasse/chassis/postgres/database';
import { compareDay } from './compare-day';
import { ownerIs, type DayReport, type ReportDatabase, type ReportOwner } from './day-reports';

/** Compares a day, and remembers that it was right, or that it is not any more. Returns the differences. */
export const proveDay = async (db: ReportDatabase, kept: DayReport, now: string): Promise<string[]> => {
  const differences = await compareDay(db, kept);
  const { day, owner } = kept;
  if (differences.length > 0) {
    await db.query(`delete from day_proofs where day = $1 and ${ownerIs(owner)}`, [day, owner]);
  } else {
    await db.query(
      `insert into day_proofs (day, user_id, compared_at) values ($1, $2, $3)
       on conflict (day, user_id) do update set compared_at = excluded.compared_at`,
      [day, owner, now],
    );
  }
  return differences;
};

/** When each of these days was last found right; days that were not compared yet are left out. */
export const readProofs = async (
  tx: Tx,
  owner: ReportOwner,
  days: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  const rows = await tx.query<{ day: string; compared_at: string }>(
    `select day, compared_at from day_proofs where day = any ($1::date[]) and ${ownerIs(owner)}`,
    [days, owner],
  );
  return new Map(rows.map(({ day, compared_at }) => [day, compared_at]));
};
