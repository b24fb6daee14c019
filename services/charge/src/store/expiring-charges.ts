import { type Tx } from '@repasse/chassis/postgres/database';
import { readDue, selectDue, type Due } from '@repasse/chassis/waiting/due-rows';

export interface OverdueCharge {
  readonly chargeId: string;
  readonly expiresAt: string;
}

/**
 * Charges that were not paid in time, and when the next expires. A PROCESSING charge is left out: its payment may still
 * succeed. Nothing is leased, since a charge expires once however many see it overdue.
 */
export const findOverdueCharges = (db: Tx, expiredBefore: string, limit: number): Promise<Due<OverdueCharge>> =>
  readDue<OverdueCharge>(db, findSql, [expiredBefore, limit], 'chargeId');

const findSql = `
  with overdue as (
    select charge_id as "chargeId", expires_at as "expiresAt" from charges
    where status = 'PENDING' and expires_at <= $1::timestamptz order by expires_at limit $2
  )
  ${selectDue({
    rows: 'overdue',
    next: `select min(expires_at) from charges where status = 'PENDING' and expires_at > $1::timestamptz`,
  })}
  order by due."expiresAt"`;
