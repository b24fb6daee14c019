-- Payments in coins: each receipt is its merchant's alone, but for a fee.

-- A receipt is booked once, whatever is delivered twice.
create table coin_receipts (
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

create table coin_refunds (
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
