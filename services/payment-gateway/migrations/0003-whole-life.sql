-- A payment may now be taken back, and a payer may have paid what the provider has not confirmed yet.
alter table payments drop constraint payments_status_check;
alter table payments add constraint payments_status_check check (
  status in ('requested', 'unknown', 'offered', 'confirming', 'received', 'expired', 'canceled', 'failed')
);

-- When one payment of a charge is paid, or the charge ends, the others are taken back.
create index payments_by_charge on payments (charge_id) where charge_id is not null;

-- Providers call back about payments in their own words.
create index payments_by_provider_reference on payments (provider, provider_reference)
  where provider_reference is not null;
