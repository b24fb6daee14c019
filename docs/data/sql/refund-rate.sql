-- Of the charges paid in a month: the part that went back since, by refunds and by lost disputes, by method.
with refunded as (
  select charge_id, sum(amount_minor) as amount_minor from charge_refunded group by 1
), disputed as (
  select charge_id, sum(amount_minor) as amount_minor from dispute_lost where charge_id is not null group by 1
)
select
  date_trunc('month', p.paid_at - interval '3' hour) as month,
  p.payment_method, p.currency,
  count(*) as paid_charges,
  count(r.charge_id) as refunded_charges,
  sum(p.gross_amount_minor) as gross_minor,
  coalesce(sum(r.amount_minor), 0) as refunded_minor,
  coalesce(sum(d.amount_minor), 0) as lost_in_disputes_minor,
  round(coalesce(sum(r.amount_minor), 0) * 1.0 / sum(p.gross_amount_minor), 6) as refund_rate
from charge_paid p
left join refunded r on r.charge_id = p.charge_id
left join disputed d on d.charge_id = p.charge_id
group by 1, 2, 3
order by 1, 2, 3;
