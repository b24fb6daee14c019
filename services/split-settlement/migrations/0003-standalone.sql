-- Payments without a charge: each receipt is its merchant's alone, but for a fee.

create table standalone_fee_rules (
  payment_method    text not null,
  installments_from smallint not null default 1 check (installments_from >= 1),
  installments_to   smallint not null default 1 check (installments_to >= installments_from),
  percent_bps       integer not null check (percent_bps between 0 and 10000),
  -- In minor units, on top of the proportional part and before the bounds.
  fixed_minor       bigint not null default 0 check (fixed_minor >= 0),
  -- In minor units of the payment's currency; null for no bound.
  min_minor         bigint check (min_minor >= 0),
  max_minor         bigint check (max_minor >= min_minor),
  primary key (payment_method, installments_from)
);

-- The platform's own, as charges have them.
insert into standalone_fee_rules
  (payment_method, installments_from, installments_to, percent_bps, fixed_minor, min_minor, max_minor) values
  ('PIX', 1, 1, 99, 0, 29, 199),
  ('CRYPTO', 1, 1, 150, 0, null, null),
  ('INTERNATIONAL', 1, 1, 499, 0, null, null),
  ('CREDIT_CARD', 1, 1, 399, 39, null, null),
  ('CREDIT_CARD', 2, 6, 449, 39, null, null),
  ('CREDIT_CARD', 7, 12, 499, 39, null, null);

-- A receipt is booked once, whatever is delivered twice.
create table standalone_receipts (
  payment_id         text not null,
  provider_reference text not null,
  user_id            bigint not null,
  payment_method     text not null,
  gross_minor        bigint not null check (gross_minor > 0),
  fee_minor          bigint not null check (fee_minor between 0 and gross_minor),
  currency           text not null,
  transaction_id     text not null unique references ledger_transactions,
  received_at        timestamptz not null,
  primary key (payment_id, provider_reference)
);

create table standalone_refunds (
  refund_id            text primary key,
  payment_id           text not null,
  user_id              bigint not null,
  amount_minor         bigint not null check (amount_minor > 0),
  from_available_minor bigint not null check (from_available_minor >= 0),
  from_pending_minor   bigint not null check (from_pending_minor >= 0),
  from_debt_minor      bigint not null check (from_debt_minor >= 0),
  currency             text not null,
  transaction_id       text not null unique references ledger_transactions,
  settled_at           timestamptz not null,
  check (amount_minor = from_available_minor + from_pending_minor + from_debt_minor)
);

-- The transactions of such payments beside their receipts and refunds: releases and disputes.
create table standalone_transactions (
  transaction_id text primary key references ledger_transactions,
  payment_id     text not null
);

create trigger standalone_receipts_are_final before update or delete or truncate on standalone_receipts
  execute function refuse_change();
create trigger standalone_refunds_are_final before update or delete or truncate on standalone_refunds
  execute function refuse_change();
create trigger standalone_transactions_are_final before update or delete or truncate on standalone_transactions
  execute function refuse_change();
