type Scope = 'all' | 'since the proof';

/** The check as one statement. Entries that were proved are read as sums; `since the proof` those sums are where it begins. */
export const checkSqlOf = (scope: Scope): string => `
  with proof as materialized (select * from ledger_proof), ${scope === 'all' ? everything : sinceTheProof},
  unbalanced as (
    select t.transaction_id, coalesce(sum(abs(n.net_minor)), 0) as off_minor, count(n.net_minor) = 0 as is_empty
    from looked_at t
    left join (select transaction_id, currency, sum(signed_minor) as net_minor from lines group by 1, 2) n
      using (transaction_id)
    group by t.transaction_id
    having count(n.net_minor) = 0 or sum(abs(n.net_minor)) <> 0
  ), sides as (
    select account_id, currency, sum(debit_minor) as debit_minor, sum(credit_minor) as credit_minor
    from (
      select account_id, currency, debit_minor, credit_minor from proved
      union all
      select account_id, currency, case direction when 'debit' then amount_minor else 0 end,
             case direction when 'credit' then amount_minor else 0 end from lines
    ) s group by account_id, currency
  ), posted as materialized (
    select account_id, currency, credit_minor - debit_minor as posted_minor from sides
  ), drifted as (
    select account_id, currency, coalesce(b.balance_minor, 0) as balance_minor, coalesce(p.posted_minor, 0) as posted_minor
    from balances b full join posted p using (account_id, currency)
    where coalesce(b.balance_minor, 0) <> coalesce(p.posted_minor, 0)
  ), waiting as (
    ${scope === 'all' ? everyRelease : addedUpReleases}
    union all
    select 'dispute_held:' || s.user_id, r.currency, s.amount_minor
    from reversals r join reversal_shares s using (reversal_id)
    where r.kind = 'DISPUTE' and not exists (select from dispute_decisions d where d.dispute_id = r.reversal_id)
    union all
    select 'surplus_held:' || user_id, currency, held_minor from surpluses where held_minor > 0
    union all
    select 'withdrawal_held:' || user_id, currency, coalesce(payout_minor, amount_minor) from withdrawals
    where status in ('pending', 'awaiting_release')
    union all
    select 'share_held:' || owner_user_id, currency, left_minor from held_shares where left_minor > 0
  ), explained as (
    select account_id, currency, sum(waiting_minor) as explained_minor from waiting group by account_id, currency
  ), unexplained as (
    select account_id, currency, coalesce(p.posted_minor, 0) as posted_minor,
           coalesce(e.explained_minor, 0) as explained_minor
    from explained e full join (
      select * from posted where account_id ~ '^(user_pending|user_reserve|dispute_held|surplus_held|withdrawal_held|share_held):'
    ) p using (account_id, currency)
    where coalesce(p.posted_minor, 0) <> coalesce(e.explained_minor, 0)
  )
  select
    (select entry_id from proof) as proved_entry_id,
    (select coalesce(max(entry_id), (select entry_id from proof)) from lines) as last_entry_id,
    ${scope === 'all' ? 'count_all' : 'count_since'}.transactions as transaction_count,
    (select json_agg(t order by t.currency) from (
      select currency, sum(debit_minor)::bigint as "debitMinor", sum(credit_minor)::bigint as "creditMinor"
      from sides group by currency) t) as totals,
    -- An empty transaction is off by nothing that can be counted, and still must be noticed.
    (select coalesce(sum(greatest(off_minor, is_empty::int)), 0)::bigint from unbalanced) as unbalanced_minor,
    (select json_agg(transaction_id) from (select transaction_id from unbalanced order by 1 limit $1) u) as unbalanced,
    (select coalesce(sum(abs(balance_minor - posted_minor)), 0)::bigint from drifted) as drifted_minor,
    (select json_agg(json_build_object('accountId', account_id, 'currency', currency,
                                       'balanceMinor', balance_minor, 'postedMinor', posted_minor))
     from (select * from drifted order by account_id, currency limit $1) d) as drifted,
    (select coalesce(sum(abs(posted_minor - explained_minor)), 0)::bigint from unexplained) as unexplained_minor,
    (select json_agg(json_build_object('accountId', account_id, 'currency', currency,
                                       'postedMinor', posted_minor, 'explainedMinor', explained_minor))
     from (select * from unexplained order by account_id, currency limit $1) u) as unexplained
  from ${scope === 'all' ? countAll : countSince}`;

const lineColumns = `transaction_id, account_id, currency, direction, amount_minor, entry_id,
  case direction when 'credit' then amount_minor else -amount_minor end as signed_minor`;

const everything = `
  lines as not materialized (select ${lineColumns} from postings),
  looked_at as not materialized (select transaction_id from ledger_transactions),
  proved as (select null::text as account_id, null::text as currency, 0::bigint as debit_minor, 0::bigint as credit_minor where false)`;

// By date first: entries lie in the order of their dates, so what is new is the end of the table.
const sinceTheProof = `
  lines as materialized (
    select ${lineColumns} from postings
    where booked_at >= (select booked_at from proof) and entry_id > (select entry_id from proof)
  ),
  looked_at as materialized (
    select transaction_id from ledger_transactions t
    where t.booked_at >= (select booked_at from proof)
      and (exists (select from lines l where l.transaction_id = t.transaction_id)
           or not exists (select from postings p where p.transaction_id = t.transaction_id))
  ),
  proved as (select account_id, currency, debit_minor, credit_minor from proved_accounts)`;

const everyRelease = `
    select source || ':' || user_id as account_id, currency, amount_minor - taken_minor as waiting_minor
    from releases where transaction_id is null`;

const addedUpReleases = `
    select source || ':' || user_id as account_id, currency, amount_minor as waiting_minor from receivable_days`;

const countAll = '(select count(*) as transactions from ledger_transactions) count_all';

const countSince = `
  (select (select transaction_count from proof) + count(distinct transaction_id) as transactions from lines) count_since`;
