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

const sql = `
  with of_period as materialized (
    select p.transaction_id, p.account_id, split_part(p.account_id, ':', 2)::bigint as user_id, p.kind, p.direction,
           case p.direction when 'credit' then p.amount_minor else -p.amount_minor end as minor
    from postings p
    where p.booked_at >= $1 and p.booked_at < $2 and split_part(p.account_id, ':', 1) = any (array[
      'user_pending', 'user_available', 'user_reserve', 'user_debt', 'dispute_held'])
      and ($3::bigint is null or p.account_id = any (array[
        'user_pending:' || $3, 'user_available:' || $3, 'user_reserve:' || $3, 'user_debt:' || $3, 'dispute_held:' || $3]))
  ), booked as (
    select transaction_id, user_id, sum(minor) as net_minor,
           sum(-minor) filter (where direction = 'debit' and kind in ('REFUND', 'DISPUTE_HOLD')) as given_minor
    from of_period group by transaction_id, user_id
  ), facts as (
    select t.transaction_id, t.charge_id, s.user_id, s.amount_minor as expected_minor, coalesce(b.net_minor, 0) as booked_minor
    from (select distinct transaction_id from of_period where kind in ('GROSS', 'SHARE_RECEIVED')) m
    join ledger_transactions t using (transaction_id) join settlement_shares s using (settlement_id)
    left join booked b on b.transaction_id = t.transaction_id and b.user_id = s.user_id
    where t.kind = 'CHARGE_PAID'
    union all
    select t.transaction_id, t.charge_id, s.user_id, s.amount_minor, coalesce(b.given_minor, 0)
    from (select distinct transaction_id from of_period where kind in ('REFUND', 'DISPUTE_HOLD')) m
    join ledger_transactions t using (transaction_id)
    join reversals r on r.transaction_id = t.transaction_id
    join reversal_shares s using (reversal_id)
    left join booked b on b.transaction_id = t.transaction_id and b.user_id = s.user_id
    union all
    select r.transaction_id, null, r.user_id, r.gross_minor - r.fee_minor, coalesce(b.net_minor, 0)
    from (select distinct transaction_id from of_period where kind = 'GROSS') m
    join coin_receipts r using (transaction_id)
    left join booked b on b.transaction_id = r.transaction_id and b.user_id = r.user_id
  )
  select transaction_id as "transactionId", charge_id as "chargeId", user_id as "userId",
         expected_minor::bigint as "expectedMinor", booked_minor::bigint as "bookedMinor"
  from facts where expected_minor <> booked_minor and user_id = coalesce($3, user_id)
  order by transaction_id, user_id limit $4`;
