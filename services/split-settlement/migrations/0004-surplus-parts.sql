-- A receipt may be decided about in two parts: what the charge came to use, and what the merchant keeps beside it. Each is
-- booked once.
create table surplus_resolutions (
  charge_id          text not null,
  payment_id         text not null,
  provider_reference text not null,
  handling           text not null check (handling in ('ACCEPT', 'APPLY')),
  amount_minor       bigint not null check (amount_minor > 0),
  transaction_id     text not null references ledger_transactions deferrable initially deferred,
  resolved_at        timestamptz not null,
  primary key (charge_id, payment_id, provider_reference, handling),
  foreign key (charge_id, payment_id, provider_reference) references surpluses
);
create trigger surplus_resolutions_are_final before update or delete or truncate on surplus_resolutions
  execute function refuse_change();

-- One refund may take back several receipts.
alter table surplus_refunds
  drop constraint surplus_refunds_pkey,
  add primary key (refund_id, charge_id, payment_id, provider_reference);
