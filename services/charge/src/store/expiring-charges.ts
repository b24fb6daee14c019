import type { Tx } from '@repasse/chassis/postgres/database';

export interface OverdueCharge {
  readonly chargeId: string;
  readonly expiresAt: string;
}

/** Charges that nobody paid in time, longest overdue first. Who is paying is waited for: those are PROCESSING. */
export const findOverdueCharges = (db: Tx, expiredBefore: string, limit: number): Promise<readonly OverdueCharge[]> =>
  db.query<OverdueCharge>(
    `select charge_id as "chargeId", expires_at as "expiresAt" from charges
     where status = 'PENDING' and expires_at <= $1::timestamptz
     order by expires_at limit $2`,
    [expiredBefore, limit],
  );
