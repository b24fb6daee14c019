-- Users' money on its way out: taken from what is available when it is asked for, gone when it is paid, back when not.

alter table accounts
  drop constraint accounts_kind_check,
  add constraint accounts_kind_check check (kind in
    ('provider_clearing', 'platform_fees', 'user_pending', 'user_available', 'user_reserve', 'user_debt',
     'dispute_held', 'surplus_held', 'withdrawal_held'));

alter table ledger_transactions
  drop constraint ledger_transactions_kind_check,
  add constraint ledger_transactions_kind_check check (kind in
    ('CHARGE_PAID', 'FUNDS_RELEASED', 'SPLIT_REVERSED', 'DEBT_REPAID', 'SURPLUS_RECEIVED', 'SURPLUS_ACCEPTED',
     'SURPLUS_APPLIED', 'SURPLUS_REFUNDED', 'DISPUTE_OPENED', 'DISPUTE_WON', 'DISPUTE_LOST',
     'PAYMENT_RECEIVED', 'PAYMENT_REFUNDED', 'WITHDRAWAL_REQUESTED', 'WITHDRAWAL_PAID', 'WITHDRAWAL_REVERSED')),
  drop constraint ledger_transactions_charge_check,
  add constraint ledger_transactions_charge_check check (
    case when kind in ('PAYMENT_RECEIVED', 'PAYMENT_REFUNDED', 'WITHDRAWAL_REQUESTED', 'WITHDRAWAL_PAID',
                       'WITHDRAWAL_REVERSED') then charge_id is null
         -- What repays a debt may have come with any of them.
         else charge_id is not null or kind = 'DEBT_REPAID' end);

create table withdrawals (
  withdrawal_id      text primary key,
  user_id            bigint not null,
  amount_minor       bigint not null check (amount_minor > 0),
  currency           text not null,
  pay_currency       text not null,
  pay_address        text not null,
  memo               text,
  external_reference text,
  status             text not null check (status in ('pending', 'paid', 'failed')),
  failure            text,
  -- The gateway numbers the invoice when it has heard of the withdrawal.
  invoice_id         bigint,
  created_at         timestamptz not null,
  updated_at         timestamptz not null,
  check ((status = 'failed') = (failure is not null))
);
create index withdrawals_by_user on withdrawals (user_id, created_at desc, withdrawal_id desc);
create index withdrawals_open on withdrawals (created_at) where status = 'pending';

-- Which entries of the books are of which withdrawal. Asked for once, and ended once, whatever is delivered twice.
create table withdrawal_transactions (
  transaction_id text primary key references ledger_transactions deferrable initially deferred,
  withdrawal_id  text not null references withdrawals,
  is_end         boolean not null,
  unique (withdrawal_id, is_end)
);
create trigger withdrawal_transactions_are_final before update or delete or truncate on withdrawal_transactions
  execute function refuse_change();
