-- The books. What is written here is never changed: a mistake is corrected by a further transaction. There is one way in,
-- write_books, and it takes the ledger's lock.
--
-- Rows refer to one another as foreign keys would have it. Where a booking writes dozens of rows, that is checked once a
-- statement (functions/checked-bookings.sql) instead of once a row, which costs a fifth of the bookings a second.

create table accounts (
  account_id     text primary key,
  kind           text not null check (kind in
                   ('provider_clearing', 'platform_fees', 'user_pending', 'user_available', 'user_reserve', 'user_debt',
                    'dispute_held', 'surplus_held', 'withdrawal_held')),
  payment_method text,
  user_id        bigint,
  opened_at      timestamptz not null default now(),
  check ((kind = 'provider_clearing') = (payment_method is not null)),
  check ((kind in ('provider_clearing', 'platform_fees')) = (user_id is null))
);

-- One paid charge: what came in and how it was divided. A payment is booked once, whatever is delivered twice.
create table settlements (
  settlement_id  text primary key,
  charge_id      text not null,
  payment_id     text not null,
  user_id        bigint not null,
  payment_method text not null,
  gross_minor    bigint not null check (gross_minor > 0),
  fee_minor      bigint not null check (fee_minor >= 0),
  reserve_minor  bigint not null check (reserve_minor >= 0),
  net_minor      bigint not null check (net_minor >= 0),
  currency       text not null,
  fees           json not null,
  paid_at        timestamptz not null,
  settled_at     timestamptz not null,
  check (gross_minor = fee_minor + net_minor),
  unique (charge_id, payment_id)
);

create table settlement_shares (
  settlement_id    text not null,
  user_id          bigint not null,
  amount_minor     bigint not null check (amount_minor >= 0),
  reserve_minor    bigint not null check (reserve_minor between 0 and amount_minor),
  reduced_by_minor bigint not null check (reduced_by_minor >= 0),
  is_owner         boolean not null,
  release_at       timestamptz not null,
  -- The part that each rule of the split gave, as the charge stated it: it explains the amount, and nothing is computed
  -- from it.
  parts            json not null,
  primary key (settlement_id, user_id)
);

create table ledger_transactions (
  transaction_id text primary key,
  kind           text not null check (kind in
                   ('CHARGE_PAID', 'FUNDS_RELEASED', 'SPLIT_REVERSED', 'DEBT_REPAID', 'SURPLUS_RECEIVED',
                    'SURPLUS_ACCEPTED', 'SURPLUS_APPLIED', 'SURPLUS_REFUNDED', 'DISPUTE_OPENED', 'DISPUTE_WON',
                    'DISPUTE_LOST', 'PAYMENT_RECEIVED', 'PAYMENT_REFUNDED', 'WITHDRAWAL_REQUESTED', 'WITHDRAWAL_PAID',
                    'WITHDRAWAL_REVERSED')),
  -- Null for a payment without a charge, and for a withdrawal.
  charge_id      text,
  -- The event it was booked from; null for what the ledger does by itself: releases of due money, requested withdrawals.
  event_id       text,
  -- Null for what happens to a charge beside its settlement, such as a surplus: its charge may never be paid.
  settlement_id  text,
  occurred_at    timestamptz not null,
  booked_at      timestamptz not null,
  check (
    case when kind in ('PAYMENT_RECEIVED', 'PAYMENT_REFUNDED', 'WITHDRAWAL_REQUESTED', 'WITHDRAWAL_PAID',
                       'WITHDRAWAL_REVERSED') then charge_id is null
         -- These happen to charges and to what has none.
         else charge_id is not null
           or kind in ('DEBT_REPAID', 'FUNDS_RELEASED', 'DISPUTE_OPENED', 'DISPUTE_WON', 'DISPUTE_LOST') end)
);

create index ledger_transactions_by_charge on ledger_transactions (charge_id) where charge_id is not null;

-- booked_at stands here again so that the entries of an account are read from one index; a user's are those of seven
-- accounts. account_id is no foreign key: an account is opened in the same call and never closed, and its balance has the key.
create table postings (
  transaction_id      text not null,
  line                smallint not null check (line > 0),
  entry_id            bigint generated always as identity,
  account_id          text not null,
  -- Why it was made; see PostingKind in domain/ledger.ts.
  kind                text not null check (kind in
                        ('GROSS', 'FEE', 'SHARE_GIVEN', 'SHARE_RECEIVED', 'RESERVE', 'RELEASE', 'REFUND', 'SURPLUS',
                         'DISPUTE_HOLD', 'DISPUTE_RELEASE', 'DISPUTE_LOSS', 'WITHDRAWAL', 'WITHDRAWAL_RETURN',
                         'DEBT_REPAYMENT')),
  direction           text not null check (direction in ('debit', 'credit')),
  amount_minor        bigint not null check (amount_minor > 0),
  -- The balance of the account after it: the sum of its postings up to this one, in the order of entry_id.
  balance_after_minor bigint not null,
  currency            text not null,
  booked_at           timestamptz not null,
  primary key (transaction_id, line)
);
create index postings_by_account on postings (account_id, booked_at desc, entry_id desc);
-- Which users have entries of a day; entries lie in the order of their dates.
create index postings_by_day on postings using brin (booked_at);

-- The ledger's own time: when the last entry was booked, or a day was closed after it ended. It never goes back, whatever
-- the clocks of the processes that book say, so entries stand in the order of their dates and a closed day gets no more.
create table ledger_clock (
  is_only      boolean primary key default true check (is_only),
  booked_until timestamptz not null
) with (fillfactor = 50);
insert into ledger_clock (booked_until) values ('-infinity');

-- Kept in step with the postings, in the same statement. Credits less debits: all of them add up to zero. What a user
-- holds is never less than nothing; what a user owes is in an account of its own, and never more.
create table balances (
  account_id    text not null references accounts,
  currency      text not null,
  balance_minor bigint not null,
  primary key (account_id, currency),
  constraint balances_check check (
    case when account_id like 'provider\_clearing:%' then true
         when account_id like 'user\_debt:%' then balance_minor <= 0
         else balance_minor >= 0 end)
) with (fillfactor = 50);

-- Money that waits for its day.
create table releases (
  -- Its origin: a settlement, or the transaction that booked a receipt of a payment without a charge.
  settlement_id  text not null,
  user_id        bigint not null,
  source         text not null check (source in ('user_pending', 'user_reserve')),
  installment    smallint not null check (installment > 0),
  amount_minor   bigint not null check (amount_minor > 0),
  currency       text not null,
  due_at         timestamptz not null,
  -- Null while it waits.
  transaction_id text,
  -- The amount that refunds and disputes took of it; amount_minor less this will be released.
  taken_minor    bigint not null default 0,
  primary key (settlement_id, user_id, source, installment),
  check (taken_minor between 0 and amount_minor)
);
create index releases_waiting on releases (due_at) where transaction_id is null and taken_minor < amount_minor;
create index releases_of_user on releases (user_id, due_at) where transaction_id is null and taken_minor < amount_minor;
