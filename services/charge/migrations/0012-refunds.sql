-- Refunds across charges, as the gateway tells of them: one row for each, whatever it was taken from.
create table refunds (
  refund_id text collate "C" primary key,
  charge_id text collate "C" not null,
  payment_id text not null,
  invoice_id bigint not null,
  user_id bigint not null,
  amount_minor bigint not null check (amount_minor > 0),
  currency text not null,
  -- MERCHANT asked for it, or it is money beside a charge that goes back by the merchant's rules.
  purpose text not null check (purpose in ('MERCHANT', 'SURPLUS')),
  status text not null check (status in ('PENDING', 'SUCCEEDED', 'FAILED')),
  reason text,
  failure text,
  created_at timestamptz not null,
  updated_at timestamptz not null
) with (fillfactor = 80);

-- A merchant's and, for staff, everybody's, in the order of the list. Nearly all succeed, so the list of those is the
-- whole list with a few passed over; those that wait or have failed are few, and have an index of their own.
create index refunds_by_merchant on refunds (user_id, created_at desc, refund_id desc);
create index refunds_unsettled_by_merchant on refunds (user_id, created_at desc, refund_id desc)
  where status <> 'SUCCEEDED';
create index refunds_newest on refunds (created_at desc, refund_id desc);
create index refunds_unsettled on refunds (created_at desc, refund_id desc) where status <> 'SUCCEEDED';
create index refunds_by_charge on refunds (charge_id, created_at desc, refund_id desc);

-- Refunds of before, as far as charges know them: those that succeeded, dated by their end, and money beside a charge that is
-- on its way back. Reasons, and refunds that failed or that merchants wait for, are in no event of a charge. One refund may
-- have been taken from the charge and from what lies beside it.
with taken as (
  select
    e.data ->> 'refundId' as refund_id, e.stream_id as charge_id, e.data ->> 'attemptId' as attempt_id,
    sum((e.data ->> 'amountMinor')::bigint) as amount_minor, max(e.occurred_at) as ended_at
  from events e
  where e.type in ('ChargeRefunded', 'ChargeSurplusRefunded')
  group by 1, 2, 3
), by_rule as (
  select distinct e.stream_id as charge_id, e.data ->> 'refundId' as refund_id
  from events e
  where e.type in ('ChargeSurplusReceived', 'ChargeSurplusResolved') and e.data ->> 'refundId' is not null
)
insert into refunds (
  refund_id, charge_id, payment_id, invoice_id, user_id, amount_minor, currency, purpose, status, created_at, updated_at
)
select
  t.refund_id, t.charge_id, a.payment_id, a.invoice_id, a.user_id, t.amount_minor, a.currency,
  case when r.refund_id is null then 'MERCHANT' else 'SURPLUS' end, 'SUCCEEDED', t.ended_at, t.ended_at
from taken t
join attempts a on a.attempt_id = t.attempt_id
left join by_rule r on r.charge_id = t.charge_id and r.refund_id = t.refund_id
where a.invoice_id is not null
on conflict do nothing;

insert into refunds (
  refund_id, charge_id, payment_id, invoice_id, user_id, amount_minor, currency, purpose, status, created_at, updated_at
)
select
  refund_id, charge_id, payment_id, invoice_id, user_id, amount_minor, currency, 'SURPLUS', 'PENDING', recorded_at,
  recorded_at
from surpluses
where standing = 'refunding' and refund_id is not null
on conflict do nothing;
