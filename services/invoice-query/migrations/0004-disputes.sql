-- Disputes as their merchants read them, folded from payment.events.v1.
create table disputes (
  dispute_id         text primary key,
  position           bigint not null,
  user_id            bigint not null,
  payment_id         text not null,
  invoice_id         bigint not null,
  charge_id          text,
  attempt_id         text,
  payment_method     text not null,
  amount_minor       bigint not null,
  currency           text not null,
  provider           text not null,
  provider_reference text,
  reason             text,
  status             text not null,
  opened_at          timestamptz not null,
  decided_at         timestamptz
) with (fillfactor = 80);
create index disputes_by_user on disputes (user_id, opened_at desc, dispute_id desc);
create index disputes_by_charge on disputes (charge_id) where charge_id is not null;
