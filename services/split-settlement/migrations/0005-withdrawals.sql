-- Users' money on its way out: taken from what is available when it is asked for, gone when it is paid, back when not.

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
  transaction_id text primary key references ledger_transactions,
  withdrawal_id  text not null references withdrawals,
  is_end         boolean not null,
  unique (withdrawal_id, is_end)
);
