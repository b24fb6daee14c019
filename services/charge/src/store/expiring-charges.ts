import type { Tx } from '@repasse/chassis/postgres/database';

/** Charges that nobody paid in time, longest overdue first. Who is paying is waited for: those are PROCESSING. */
export const findOverdueCharges = async (db: Tx, expiredBefore: string, limit: number): Promise<readonly string[]> => {
  const rows = await db.query<{ chargeId: string }>(
    `select charge_id as "chargeId" from charges
     where status = 'PENDING' and expires_at <= $1::timestamptz
     order by expires_at limit $2`,
    [expiredBefore, limit],
  );
  return rows.map(({ chargeId }) => chargeId);
};
