-- One row a payment, and so one an invoice: whatever list of invoices is asked for reads from here.
create table payments (
  payment_id         text primary key,
  position           bigint not null,
  invoice_id         bigint not null,
  user_id            bigint not null,
  charge_id          text,
  attempt_id         text,
  payment_method     text not null,
  status             text,
  amount_minor       bigint not null,
  received_minor     bigint not null,
  currency           text not null,
  provider           text not null,
  provider_reference text,
  external_reference text,
  expires_at         timestamptz,
  created_at         timestamptz not null,
  paid_at            timestamptz,
  updated_at         timestamptz not null
);
create index payments_by_user on payments (user_id, created_at desc, payment_id desc);
create index payments_by_invoice on payments (invoice_id);
