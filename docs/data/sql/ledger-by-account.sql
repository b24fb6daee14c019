-- Sums of an export of the ledger by kind of account and of entry, in minor units; all rows together are zero.
select
  account_kind, kind, currency, count(*) as entries,
  sum(case direction when 'credit' then amount_minor else -amount_minor end) as net_minor
from read_parquet('ledger/*.parquet')
group by 1, 2, 3
order by 1, 2, 3;
