-- What GET and the list read: one row per charge, written in the transaction of its events. Amounts are in minor units.
-- The ids' collation is that of bytes: cheap to compare, and the order of time.
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
  -- What is booked as paid; less than gross_amount_minor where less was accepted for the whole.
  paid_amount_minor bigint,
  currency text not null,
  description text,
  external_reference text,
  webhook_url text,
  redirect_url text,
  -- How it may be paid; null leaves that to the payer.
  methods text[],
  -- In how many parts a card may pay, at most.
  installments_max integer not null,
  -- It fails with its last attempt.
  attempts_max integer not null,
  -- Who tells of the payer of POST /payments; null for every other charge.
  client_mode text,
  fees json not null,
  shares json not null,
  paid_attempt_id text,
  paid_at timestamptz,
  expires_at timestamptz not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- A charge of which less was accepted is divided as what it brought.
  constraint charges_add_up check (
    coalesce(paid_amount_minor, gross_amount_minor) = fee_amount_minor + net_amount_minor and net_amount_minor >= 0
  )
) with (fillfactor = 90);

-- One index for each way a merchant lists, ending in the order of the list, so that a page is a walk along it.
create index charges_by_merchant on charges (user_id, created_at desc, charge_id desc);
create index charges_by_status on charges (user_id, status, created_at desc, charge_id desc);
create index charges_by_reference on charges (user_id, external_reference, created_at desc, charge_id desc)
  where external_reference is not null;
-- What the janitor expires, and what a list shows as expired before it has.
create index charges_by_expiry on charges (expires_at) include (user_id, charge_id) where status = 'PENDING';

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

-- Written together with its charge by one function, so no foreign key has to look that charge up for every attempt.
create table attempts (
  attempt_id text collate "C" primary key,
  charge_id text collate "C" not null,
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
  installments integer not null,
  -- What the payer needs, by method.
  checkout_meta json,
  fx json,
  redirect_url text,
  decline_code text,
  is_retryable boolean,
  shares json not null,
  expires_at timestamptz not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
) with (fillfactor = 80);
create index attempts_by_charge on attempts (charge_id, attempt_id);
-- GET /payments/{id} looks a payment up by its invoice number.
create index attempts_by_invoice on attempts (invoice_id) where payment_method = 'PIX';

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
-- here when it is due was left by a crash or by a provider in trouble, and the janitor asks again. Rows live for
-- a second, so the janitor's index is kept free of the dead by an early vacuum.
create table awaited_offers (
  attempt_id text primary key,
  charge_id text collate "C" not null,
  gateway_options json,
  tries integer not null default 0,
  due_at timestamptz not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 500);
create index awaited_offers_by_due on awaited_offers (due_at);

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

-- Personal data, in tables of its own: the events carry ids only, so this can be erased without touching history.
create table payer_data (
  charge_id text collate "C" primary key,
  name text,
  email text,
  phone text,
  document text,
  document_type text,
  source text not null
);
-- Who asks to be erased is known by their document, and by the e-mail that came with it.
create index payer_data_by_document on payer_data (document) where document is not null;
create index payer_data_by_email on payer_data (email) where document is null and email is not null;
-- What was erased, without a word about whom.
create table payer_erasures (
  erasure_id text primary key,
  user_id bigint not null,
  erased json not null,
  erased_at timestamptz not null
);
-- A split as it was sent, with the e-mails of its recipients.
create table split_configs (
  charge_id text collate "C" primary key,
  items json not null
);

-- This service's copy of the users, from identity.events.v1: who may receive a share. E-mails are known by hash only.
create table users (
  user_id bigint primary key,
  email_hash text not null,
  status text not null,
  profiles text[] not null
);
create index users_by_email on users (email_hash);

-- What a payment costs. A merchant's own rules stand before the platform's, whose user_id is null.
create table fee_rules (
  fee_rule_id bigint generated always as identity primary key,
  user_id bigint,
  method text not null check (method in ('DEFAULT', 'PIX', 'INTERNATIONAL', 'CREDIT_CARD')),
  installments_from integer not null check (installments_from >= 1),
  installments_to integer not null check (installments_to >= installments_from),
  percent_bps integer not null check (percent_bps between 0 and 10000),
  fixed_minor bigint not null check (fixed_minor >= 0),
  min_minor bigint check (min_minor >= 0),
  max_minor bigint check (max_minor >= coalesce(min_minor, 0)),
  first_days integer not null check (first_days >= 0),
  per_installment_days integer not null check (per_installment_days >= 0),
  reserve_bps integer not null check (reserve_bps between 0 and 10000)
);
create index fee_rules_by_merchant on fee_rules (user_id, method, installments_from);

insert into fee_rules (
  user_id, method, installments_from, installments_to, percent_bps, fixed_minor, min_minor, max_minor,
  first_days, per_installment_days, reserve_bps
) values
  (null, 'DEFAULT', 1, 1, 99, 0, 29, 199, 0, 0, 0),
  (null, 'PIX', 1, 1, 99, 0, 29, 199, 0, 0, 0),
  (null, 'INTERNATIONAL', 1, 1, 499, 0, null, null, 7, 0, 500),
  (null, 'CREDIT_CARD', 1, 1, 399, 39, null, null, 30, 30, 0),
  (null, 'CREDIT_CARD', 2, 6, 449, 39, null, null, 30, 30, 0),
  (null, 'CREDIT_CARD', 7, 12, 499, 39, null, null, 30, 30, 0);

-- What a merchant wants done with money that is not exactly what was asked for. No row: the defaults of the code.
create table payment_rules (
  user_id bigint primary key,
  late text not null check (late in ('accept', 'refund', 'hold')),
  overpaid text not null check (overpaid in ('accept', 'refund', 'hold')),
  underpaid text not null check (underpaid in ('accept', 'refund', 'hold')),
  duplicate text not null check (duplicate in ('accept', 'refund', 'hold')),
  updated_at timestamptz not null
);
