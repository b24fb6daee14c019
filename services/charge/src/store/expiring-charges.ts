import type { Tx } from '@repasse/chassis/postgres/database';

export interface OverdueCharge {
  readonly chargeId: string;
  readonly expiresAt: string;
}

export interface OverdueCharges {
  /** Longest overdue first. */
  readonly charges: readonly OverdueCharge[];
  /** When the next charge that is not overdue expires; null when there is none. */
  readonly nextExpiresAt: string | null;
}

type Row = { readonly nextExpiresAt: string | null } & (OverdueCharge | { readonly chargeId: null });

/** Charges that were not paid in time. A PROCESSING charge is left out: its payment may still succeed. */
export const findOverdueCharges = async (db: Tx, expiredBefore: string, limit: number): Promise<OverdueCharges> => {
  const rows = await db.query<Row>(findSql, [expiredBefore, limit]);
  return { charges: rows.filter((row) => row.chargeId !== null), nextExpiresAt: rows[0]?.nextExpiresAt ?? null };
};

/** When no charge is overdue, a row of nulls still has the next expiry. */
const findSql = `
  with overdue as (
    select charge_id as "chargeId", expires_at as "expiresAt" from charges
    where status = 'PENDING' and expires_at <= $1::timestamptz order by expires_at limit $2
  )
  select next.at as "nextExpiresAt", overdue.*
  from (select min(expires_at) as at from charges where status = 'PENDING' and expires_at > $1::timestamptz) as next
  left join overdue on true
  order by overdue."expiresAt"`;
