-- Gross merchandise volume by day, in minor units: the amounts of paid charges, and of payments in coins, which have no charge.
-- Money beside a charge (ChargeSurplusReceived) is not in it. A day is one in Sao Paulo, UTC-3, as in the books.
with sales as (
  select charge_id as sale, paid_at as sold_at, currency, gross_amount_minor as amount_minor from charge_paid
  union all
  select payment_id, received_at, currency, amount_minor from payment_received where charge_id is null
)
select cast(sold_at - interval '3' hour as date) as day, currency, count(distinct sale) as sales, sum(amount_minor) as gmv_minor
from sales
group by 1, 2
order by 1, 2;
