-- Cards and payers abroad without a charge: their money waits for its day, and may be disputed.

alter table standalone_fee_rules
  add column installments_from smallint not null default 1 check (installments_from >= 1),
  add column installments_to smallint not null default 1 check (installments_to >= installments_from),
  -- In minor units, on top of the proportional part and before the bounds.
  add column fixed_minor bigint not null default 0 check (fixed_minor >= 0),
  drop constraint standalone_fee_rules_pkey,
  add primary key (payment_method, installments_from);

-- The platform's own, as charges have them.
insert into standalone_fee_rules (payment_method, installments_from, installments_to, percent_bps, fixed_minor) values
  ('INTERNATIONAL', 1, 1, 499, 0),
  ('CREDIT_CARD', 1, 1, 399, 39),
  ('CREDIT_CARD', 2, 6, 449, 39),
  ('CREDIT_CARD', 7, 12, 499, 39);

-- settlement_id says what a release comes from: a settlement, or the transaction that booked a receipt without one.
alter table releases drop constraint releases_settlement_id_fkey;

-- The transactions of such payments beside their receipts and refunds: releases and disputes.
create table standalone_transactions (
  transaction_id text primary key references ledger_transactions deferrable initially deferred,
  payment_id     text not null
);
create trigger standalone_transactions_are_final before update or delete or truncate on standalone_transactions
  execute function refuse_change();

alter table ledger_transactions
  drop constraint ledger_transactions_charge_check,
  add constraint ledger_transactions_charge_check check (
    case when kind in ('PAYMENT_RECEIVED', 'PAYMENT_REFUNDED', 'WITHDRAWAL_REQUESTED', 'WITHDRAWAL_PAID',
                       'WITHDRAWAL_REVERSED') then charge_id is null
         -- These happen to charges and to what has none.
         else charge_id is not null
           or kind in ('DEBT_REPAID', 'FUNDS_RELEASED', 'DISPUTE_OPENED', 'DISPUTE_WON', 'DISPUTE_LOST') end);

-- Refunds of payments without a charge have a table of their own; their disputes are like those of charges.
alter table reversals
  alter column charge_id drop not null,
  add constraint reversals_charge_check check (charge_id is not null or (kind = 'DISPUTE' and settlement_id is null));
