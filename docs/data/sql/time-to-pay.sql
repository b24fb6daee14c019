-- Seconds from the creation of a charge to its payment, by method. Measured to the event's own time: paid_at is the
-- provider's, cut to the second by acquirers, and may lie before created_at. DuckDB: quantile_cont, epoch.
with durations as (
  select p.payment_method, epoch(p.event_time) - epoch(c.created_at) as seconds
  from charge_paid p
  join charge_created c on c.charge_id = p.charge_id
)
select
  payment_method, count(*) as paid_charges,
  round(quantile_cont(seconds, 0.5), 3) as p50_seconds,
  round(quantile_cont(seconds, 0.9), 3) as p90_seconds,
  round(quantile_cont(seconds, 0.99), 3) as p99_seconds
from durations
group by 1
order by 1;
