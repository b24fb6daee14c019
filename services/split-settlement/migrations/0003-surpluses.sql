-- Money that arrived beside what a charge asked for, receipt by receipt, and what became of it. held_minor is what of it
-- nobody has decided about or given back yet; all of a user's add up to the balance of surplus_held.
create table surpluses (
  charge_id          text not null,
  payment_id         text not null,
  provider_reference text not null,
  user_id            bigint not null,
  payment_method     text not null,
  amount_minor       bigint not null check (amount_minor > 0),
  held_minor         bigint not null,
  currency           text not null,
  status_reason      text not null,
  status             text not null check (status in ('HELD', 'ACCEPTED', 'APPLIED', 'REFUNDED')),
  received_at        timestamptz not null,
  updated_at         timestamptz not null,
  primary key (charge_id, payment_id, provider_reference),
  check (held_minor between 0 and amount_minor),
  check ((held_minor > 0) = (status = 'HELD'))
);
create index surpluses_by_payment on surpluses (payment_id);

-- A receipt may be decided about in two parts: what the charge came to use, and what the merchant keeps beside it. Each is
-- booked once.
create table surplus_resolutions (
  charge_id          text not null,
  payment_id         text not null,
  provider_reference text not null,
  handling           text not null check (handling in ('ACCEPT', 'APPLY')),
  amount_minor       bigint not null check (amount_minor > 0),
  transaction_id     text not null references ledger_transactions,
  resolved_at        timestamptz not null,
  primary key (charge_id, payment_id, provider_reference, handling),
  foreign key (charge_id, payment_id, provider_reference) references surpluses
);

-- One refund may take back several receipts.
create table surplus_refunds (
  refund_id          text not null,
  charge_id          text not null,
  payment_id         text not null,
  provider_reference text not null,
  amount_minor       bigint not null check (amount_minor > 0),
  transaction_id     text not null references ledger_transactions,
  refunded_at        timestamptz not null,
  primary key (charge_id, payment_id, provider_reference, refund_id),
  foreign key (charge_id, payment_id, provider_reference) references surpluses
);
