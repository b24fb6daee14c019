import { type Database } from '@repasse/chassis/postgres/database';

/** A person's note on a difference that they have dealt with outside. */
export interface Settlement {
  readonly checkId: string;
  readonly differenceId: string;
  readonly note: string;
  readonly userId: number;
  readonly now: string;
}

export interface SettledDifferences {
  /** Settles a difference that is open; `unchanged` when it is not, or is not there. Of two at once one settles it. */
  settle(settlement: Settlement): Promise<'settled' | 'unchanged'>;
}

export const createSettledDifferences = (db: Database): SettledDifferences => ({
  settle: async ({ checkId, differenceId, note, userId, now }) => {
    const rows = await db.query(settleSql, [checkId, differenceId, note, userId, now]);
    return rows.length > 0 ? 'settled' : 'unchanged';
  },
});

const settleSql = `
  update statement_differences
  set status = 'SETTLED', settlement_note = $3, settled_by = $4, settled_at = $5, updated_at = $5
  where check_id = $1 and difference_id = $2 and status = 'OPEN'
  returning difference_id`;
