-- Merchants by the month of their first paid charge: how many of them sold in each month after it, and for how much.
-- DuckDB: date_diff('month', from, to) counts the boundaries between the two.
with sales as (
  select user_id, date_trunc('month', paid_at - interval '3' hour) as month, gross_amount_minor from charge_paid
), cohorts as (
  select user_id, min(month) as cohort from sales group by 1
)
select
  c.cohort,
  date_diff('month', c.cohort, s.month) as months_later,
  count(distinct s.user_id) as sellers,
  sum(s.gross_amount_minor) as gross_minor
from sales s
join cohorts c on c.user_id = s.user_id
group by 1, 2
order by 1, 2;
