import { type Tx } from '@repasse/chassis/postgres/database';
import { type ReportOwner } from './day-reports';

/** The amount that a transaction posted to a user, where it differs from the one in the event. */
export interface FactDifference {
  readonly transactionId: string;
  readonly chargeId: string | null;
  readonly userId: number;
  readonly expectedMinor: number;
  readonly bookedMinor: number;
}

/**
 * Compares transactions with what was kept of the events they were booked from and later bookings go by: shares of paid
 * charges, refunds and disputes by user, receipts of coins. Those rows are as final as entries, and written with them.
 */
export const readFactDifferences = (
  tx: Tx,
  owner: ReportOwner,
  transactionIds: readonly string[],
): Promise<FactDifference[]> => tx.query<FactDifference>(sql, [transactionIds, owner]);

// Row by row through the keys: a join would be planned for as few rows as PostgreSQL expects of the lists before it.
const sql = `
  with moved as (
    select t.transaction_id, t.kind, t.charge_id, t.settlement_id
    from unnest($1::text[]) as m(transaction_id)
    cross join lateral (select * from ledger_transactions t where t.transaction_id = m.transaction_id offset 0) t
  ), facts as (
    select m.transaction_id, m.charge_id, s.user_id, s.amount_minor as expected_minor, false as is_given
    from moved m
    cross join lateral (select * from settlement_shares s where s.settlement_id = m.settlement_id offset 0) s
    where m.kind = 'CHARGE_PAID'
    union all
    select m.transaction_id, m.charge_id, s.user_id, s.amount_minor, true
    from moved m
    cross join lateral (select * from reversals r where r.transaction_id = m.transaction_id offset 0) r
    cross join lateral (select * from reversal_shares s where s.reversal_id = r.reversal_id offset 0) s
    where m.kind in ('SPLIT_REVERSED', 'DISPUTE_OPENED')
    union all
    select m.transaction_id, null, r.user_id, r.gross_minor - r.fee_minor, false
    from moved m
    cross join lateral (select * from coin_receipts r where r.transaction_id = m.transaction_id offset 0) r
    where m.kind = 'PAYMENT_RECEIVED'
  )
  select transaction_id as "transactionId", charge_id as "chargeId", user_id as "userId",
         expected_minor::bigint as "expectedMinor", booked_minor::bigint as "bookedMinor"
  from facts f cross join lateral (
    select coalesce(sum(case when not f.is_given then case p.direction when 'credit' then p.amount_minor else -p.amount_minor end
                             when p.direction = 'debit' and p.kind in ('REFUND', 'DISPUTE_HOLD') then p.amount_minor
                             else 0 end), 0) as booked_minor
    from postings p
    where p.transaction_id = f.transaction_id and p.account_id = any (array[
      'user_pending:' || f.user_id, 'user_available:' || f.user_id, 'user_reserve:' || f.user_id,
      'user_debt:' || f.user_id, 'dispute_held:' || f.user_id])
    offset 0
  ) b
  where expected_minor <> booked_minor and user_id = coalesce($2, user_id)
  order by transaction_id, user_id`;
