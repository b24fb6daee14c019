-- Payments that paid a charge although less came than was asked for: together with others, or accepted as the whole.
-- The charge's events name them, which may come before the payment's own.
create table charge_parts (
  payment_id text primary key,
  charge_id  text not null,
  -- When the charge's event said so.
  applied_at timestamptz not null
);
create index charge_parts_by_charge on charge_parts (charge_id);

alter table invoices add column is_applied boolean not null default false;
alter table invoices alter column invoice_status set expression as (
  case when received_minor > 0 and refunded_minor >= received_minor then 'REFUNDED'
       when status = 'RECEIVED' and received_minor < amount_minor and not is_applied then 'PARTIALLY_PAID'
       when status = 'RECEIVED' then 'PAID'
       else status end);

-- Of events that were shown before, as apply_charge_parts does it.
with told as (
  select r.sequence, r.envelope ->> 'type' as type, (r.envelope ->> 'time')::timestamptz as at, r.envelope -> 'data' as data
  from received_events r
  where r.topic = 'charge.events.v1'
    and r.envelope ->> 'type' in ('repasse.charge.surplus_resolved.v1', 'repasse.charge.paid.v1')
), applied as (
  select * from told where type = 'repasse.charge.surplus_resolved.v1' and data ->> 'handling' = 'APPLY'
), parts as (
  select * from applied
  union all
  select * from told
  where type = 'repasse.charge.paid.v1'
    and (data ->> 'statusReason' = 'UNDERPAID'
         or data ->> 'chargeId' in (select applied.data ->> 'chargeId' from applied))
)
insert into charge_parts (payment_id, charge_id, applied_at)
select distinct on (data ->> 'paymentId') data ->> 'paymentId', data ->> 'chargeId', at
from parts order by data ->> 'paymentId', sequence;

with was as (
  select i.subject_id, i.invoice_status from invoices i join charge_parts p on p.payment_id = i.subject_id
), marked as (
  update invoices i set is_applied = true, updated_at = greatest(i.updated_at, p.applied_at)
  from was join charge_parts p on p.payment_id = was.subject_id
  where i.subject_id = was.subject_id
  returning i.user_id, (i.created_at at time zone interval '-03:00')::date as day, i.invoice_type, i.provider,
            was.invoice_status as before, i.invoice_status as after
), moves as (
  select user_id, day, invoice_type, provider, coalesce(after, '') as invoice_status, 1 as one from marked
  union all
  select user_id, day, invoice_type, provider, coalesce(before, ''), -1 from marked
), days as (
  insert into invoice_days as d (user_id, day, invoice_type, provider, invoice_status, invoices)
  select coalesce(user_id, 0), day, invoice_type, provider, invoice_status, sum(one)
  from moves group by grouping sets ((user_id, 2, 3, 4, 5), (2, 3, 4, 5)) having sum(one) <> 0
  on conflict (user_id, day, invoice_type, provider, invoice_status) do update set invoices = d.invoices + excluded.invoices
)
insert into invoice_counts as c (user_id, invoice_type, provider, invoice_status, invoices)
select user_id, invoice_type, provider, invoice_status, sum(one)
from moves group by 1, 2, 3, 4 having sum(one) <> 0
on conflict (user_id, invoice_type, provider, invoice_status) do update set invoices = c.invoices + excluded.invoices;

delete from invoice_days where invoices = 0;
delete from invoice_counts where invoices = 0;
