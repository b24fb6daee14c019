-- The platform's fees as a share of what was paid, by month and method. A refund does not give the fee back. Payments in
-- coins are not here: no event has their fee, the ledger has (kind FEE).
select
  date_trunc('month', paid_at - interval '3' hour) as month,
  payment_method, currency,
  sum(gross_amount_minor) as gross_minor,
  sum(fee_amount_minor) as fee_minor,
  round(sum(fee_amount_minor) * 1.0 / sum(gross_amount_minor), 6) as take_rate
from charge_paid
group by 1, 2, 3
order by 1, 2, 3;
