-- Payments without a charge: each receipt is its merchant's at once, but for a fee.

create table standalone_fee_rules (
  payment_method text primary key,
  percent_bps    integer not null check (percent_bps between 0 and 10000),
  -- In minor units of the payment's currency; null for no bound.
  min_minor      bigint check (min_minor >= 0),
  max_minor      bigint check (max_minor >= min_minor)
);

-- The platform's own, as charges have them.
insert into standalone_fee_rules (payment_method, percent_bps, min_minor, max_minor) values
  ('PIX', 99, 29, 199),
  ('CRYPTO', 150, null, null);

alter table ledger_transactions
  alter column charge_id drop not null,
  drop constraint ledger_transactions_kind_check,
  add constraint ledger_transactions_kind_check check (kind in
    ('CHARGE_PAID', 'FUNDS_RELEASED', 'SPLIT_REVERSED', 'DEBT_REPAID', 'SURPLUS_RECEIVED', 'SURPLUS_ACCEPTED',
     'SURPLUS_APPLIED', 'SURPLUS_REFUNDED', 'DISPUTE_OPENED', 'DISPUTE_WON', 'DISPUTE_LOST',
     'PAYMENT_RECEIVED', 'PAYMENT_REFUNDED')),
  add constraint ledger_transactions_charge_check check (
    case when kind in ('PAYMENT_RECEIVED', 'PAYMENT_REFUNDED') then charge_id is null
         -- What repays a debt may have come with either.
         else charge_id is not null or kind = 'DEBT_REPAID' end);

-- A receipt is booked once, whatever is delivered twice.
create table standalone_receipts (
  payment_id         text not null,
  provider_reference text not null,
  user_id            bigint not null,
  payment_method     text not null,
  gross_minor        bigint not null check (gross_minor > 0),
  fee_minor          bigint not null check (fee_minor between 0 and gross_minor),
  currency           text not null,
  transaction_id     text not null unique references ledger_transactions deferrable initially deferred,
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
  transaction_id       text not null unique references ledger_transactions deferrable initially deferred,
  settled_at           timestamptz not null,
  check (amount_minor = from_available_minor + from_pending_minor + from_debt_minor)
);
create index standalone_refunds_by_payment on standalone_refunds (payment_id);

create trigger standalone_receipts_are_final before update or delete or truncate on standalone_receipts
  execute function refuse_change();
create trigger standalone_refunds_are_final before update or delete or truncate on standalone_refunds
  execute function refuse_change();
