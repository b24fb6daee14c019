-- Money beside a charge: held for the merchant to decide, kept, or on its way back.
create table surpluses (
  charge_id text collate "C" not null,
  user_id bigint not null,
  attempt_id text not null,
  payment_id text not null,
  provider_reference text not null,
  invoice_id bigint not null,
  amount_minor bigint not null check (amount_minor > 0),
  currency text not null,
  reason text not null,
  standing text not null,
  refund_id text,
  received_at timestamptz not null,
  recorded_at timestamptz not null
);
create index surpluses_by_charge on surpluses (charge_id, recorded_at);
