-- Refunds and disputes: each takes back what a payment had brought, from those who had got it. Refunds of payments
-- without a charge have a table of their own; their disputes are here.
create table reversals (
  -- The refund's or the dispute's own id: it is booked once, whatever is delivered twice.
  reversal_id    text primary key,
  kind           text not null check (kind in ('REFUND', 'DISPUTE')),
  charge_id      text,
  -- Null where disputed money was not divided by a settlement: then its owner gives all of it.
  settlement_id  text references settlements,
  payment_id     text not null,
  payment_method text not null,
  amount_minor   bigint not null check (amount_minor > 0),
  currency       text not null,
  -- Whether the request named the givers, instead of taking it from all in proportion.
  is_listed      boolean not null,
  transaction_id text not null references ledger_transactions,
  occurred_at    timestamptz not null,
  booked_at      timestamptz not null,
  constraint reversals_charge_check check (charge_id is not null or (kind = 'DISPUTE' and settlement_id is null))
);
create index reversals_by_charge on reversals (charge_id);
-- The closing finds by it what a transaction took from whom.
create unique index reversals_by_transaction on reversals (transaction_id);

create table reversal_shares (
  reversal_id          text not null references reversals,
  user_id              bigint not null,
  is_owner             boolean not null,
  amount_minor         bigint not null check (amount_minor > 0),
  from_available_minor bigint not null check (from_available_minor >= 0),
  from_pending_minor   bigint not null check (from_pending_minor >= 0),
  from_reserve_minor   bigint not null check (from_reserve_minor >= 0),
  from_debt_minor      bigint not null check (from_debt_minor >= 0),
  primary key (reversal_id, user_id),
  check (amount_minor = from_available_minor + from_pending_minor + from_reserve_minor + from_debt_minor)
);

create table dispute_decisions (
  dispute_id     text primary key references reversals,
  outcome        text not null check (outcome in ('WON', 'LOST')),
  transaction_id text not null references ledger_transactions,
  decided_at     timestamptz not null
);
