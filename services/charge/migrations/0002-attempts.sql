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
  -- The data with which the payer pays, by method.
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
