import { type Tx } from '@repasse/chassis/postgres/database';
import { type ReportOwner } from './day-reports';

/** What a user was posted by a transaction, where it is not what the event it was booked from had said. */
export interface FactDifference {
  readonly transactionId: string;
  readonly chargeId: string | null;
  readonly userId: number;
  readonly expectedMinor: number;
  readonly bookedMinor: number;
}

/** The first are named: enough to begin looking. */
const namedMax = 100;

/**
 * Compares the entries of a period with what was kept of the events they were booked from: shares of paid charges, refunds
 * and disputes by user, receipts of coins. Those rows are as final as entries, and written with them.
 */
export const readFactDifferences = (
  tx: Tx,
  o: { readonly owner: ReportOwner; readonly from: string; readonly to: string },
): Promise<FactDifference[]> => tx.query<FactDifference>(sql, [o.from, o.to, o.owner, namedMax]);

// What was posted is read transaction by transaction through the key: a join would be planned for as few rows as PostgreSQL
// expects of the lists before it.
const sql = `
  with moved as materialized (
    select distinct p.transaction_id
    from postings p
    where p.booked_at >= $1 and p.booked_at < $2 and p.kind in ('GROSS', 'SHARE_RECEIVED', 'REFUND', 'DISPUTE_HOLD')
      and p.account_id like any (array['user\\_%', 'dispute\\_held:%'])
      and ($3::bigint is null or p.account_id = any (array[
        'user_pending:' || $3, 'user_available:' || $3, 'user_reserve:' || $3, 'user_debt:' || $3, 'dispute_held:' || $3]))
  ), facts as (
    select t.transaction_id, t.charge_id, s.user_id, s.amount_minor as expected_minor, false as is_given
    from moved join ledger_transactions t using (transaction_id) join settlement_shares s using (settlement_id)
    where t.kind = 'CHARGE_PAID'
    union all
    select t.transaction_id, t.charge_id, s.user_id, s.amount_minor, true
    from moved join ledger_transactions t using (transaction_id)
    join reversals r on r.transaction_id = t.transaction_id
    join reversal_shares s using (reversal_id)
    union all
    select r.transaction_id, null, r.user_id, r.gross_minor - r.fee_minor, false
    from moved join coin_receipts r using (transaction_id)
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
  where expected_minor <> booked_minor and user_id = coalesce($3, user_id)
  order by transaction_id, user_id limit $4`;
