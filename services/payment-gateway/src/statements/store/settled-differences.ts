import { type Database } from '@repasse/chassis/postgres/database';

/** A person's note on a difference that they have dealt with outside. */
interface Settlement {
  readonly checkId: string;
  readonly differenceId: string;
  readonly note: string;
  readonly userId: number;
  readonly now: string;
}

/** Settles a difference that is open; false when it is not, or is not there. Of two at once one settles it. */
export const settleOpenDifference = async (
  db: Database,
  { checkId, differenceId, note, userId, now }: Settlement,
): Promise<boolean> => (await db.query(settleSql, [checkId, differenceId, note, userId, now])).length > 0;

const settleSql = `
  update statement_differences
  set status = 'SETTLED', settlement_note = $3, settled_by = $4, settled_at = $5, updated_at = $5
  where check_id = $1 and difference_id = $2 and status = 'OPEN'
  returning difference_id`;
