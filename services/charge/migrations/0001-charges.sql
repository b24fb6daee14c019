-- What GET and the list read: one row per charge, written in the transaction of its events. Amounts are in minor units.
create table charges (
  charge_id text collate "C" primary key,
  user_id bigint not null,
  kind text not null,
  status text not null,
  status_reason text,
  gross_amount_minor bigint not null,
  fee_amount_minor bigint not null,
  net_amount_minor bigint not null,
  shared_amount_minor bigint not null,
  dispute_reserve_minor bigint not null,
  refunded_amount_minor bigint not null,
  currency text not null,
  description text,
  external_reference text,
  webhook_url text,
  fees jsonb not null,
  shares jsonb not null,
  paid_attempt_id text,
  paid_at timestamptz,
  expires_at timestamptz not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint charges_add_up check (gross_amount_minor = fee_amount_minor + net_amount_minor and net_amount_minor >= 0)
) with (fillfactor = 90);

-- One index for each way a merchant lists, ending in the order of the list, so that a page is a walk along it.
create index charges_by_merchant on charges (user_id, created_at desc, charge_id desc);
create index charges_by_status on charges (user_id, status, created_at desc, charge_id desc);
create index charges_by_reference on charges (user_id, external_reference, created_at desc, charge_id desc)
  where external_reference is not null;

-- How many charges a merchant has in each status: counting a million rows for a list's total takes longer than the
-- list. Each connection counts in a shard of its own, because one row per merchant would make all his charges wait for
-- one another. A single shard may go below zero; the sum does not.
create table charge_counts (
  user_id bigint not null,
  status text not null,
  shard integer not null,
  total bigint not null,
  primary key (user_id, status, shard)
) with (fillfactor = 50);

create table attempts (
  attempt_id text collate "C" primary key,
  charge_id text collate "C" not null references charges,
  user_id bigint not null,
  payment_id text not null,
  invoice_id bigint,
  payment_method text not null,
  status text not null,
  status_reason text,
  -- Where the payment stands at the provider, as far as is known here.
  gateway_status text not null,
  gross_amount_minor bigint not null,
  currency text not null,
  emv text,
  qr_code_base64 text,
  shares jsonb not null,
  expires_at timestamptz not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index attempts_by_charge on attempts (charge_id, attempt_id);

-- A merchant uses each attemptIdempotencyKey once. The key is taken in the transaction that makes the charge, so that of
-- two requests at the same time one is refused.
create table attempt_keys (
  user_id bigint not null,
  attempt_key text not null,
  charge_id text not null,
  attempt_id text,
  constraint attempt_keys_pkey primary key (user_id, attempt_key)
);

-- Attempts the provider has been asked for and has not answered. A row goes when the answer is recorded; what is still
-- here when it is due was left by a crash or by a provider in trouble, and the janitor asks again.
create table awaited_offers (
  attempt_id text primary key,
  charge_id text not null,
  gateway_options jsonb,
  tries integer not null default 0,
  due_at timestamptz not null
);
create index awaited_offers_by_due on awaited_offers (due_at);

-- Personal data, in tables of its own: the events carry ids only, so this can be erased without touching history.
create table payer_data (
  charge_id text primary key,
  name text,
  email text,
  source text not null
);
-- A split as it was sent, with the e-mails of its recipients.
create table split_configs (
  charge_id text primary key,
  items jsonb not null
);
