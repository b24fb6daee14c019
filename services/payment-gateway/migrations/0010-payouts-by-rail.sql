-- Payouts leave by a rail. What was there before left as coins.
alter table payouts
  add column rail text not null default 'CRYPTO' check (rail in ('PIX', 'CRYPTO')),
  -- What is paid out, where that is less than the amount.
  add column payout_minor bigint check (payout_minor > 0),
  add column settled_at timestamptz,
  add column returned_minor bigint not null default 0 check (returned_minor >= 0);

-- Rows that are there passed a narrower list, so they are not read again.
alter table payouts
  drop constraint payouts_status_check,
  add constraint payouts_status_check
    check (status in ('requested', 'priced', 'prepared', 'processing', 'paid', 'failed', 'returned')) not valid;

-- The receiver of a payout as it was when the payout was first sent, so that a repeat sends exactly the same. Personal
-- data: deleted some time after the payout has ended.
create table payout_receivers (
  withdrawal_id text primary key,
  destination_id text not null,
  receiver jsonb not null,
  frozen_at timestamptz not null,
  -- Null until the payout has ended.
  ended_at timestamptz
);
create index payout_receivers_ended on payout_receivers (ended_at) where ended_at is not null;
