-- The books. What is written here is never changed: a mistake is corrected by a further transaction. There is one way in,
-- write_books, and it takes the ledger's lock.
--
-- Rows refer to one another as foreign keys would have it. Where a booking writes dozens of rows, that is checked once a
-- statement instead of once a row, which costs a fifth of the bookings a second.

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
  -- What each rule of the split gave, as the charge stated it: it explains the amount, and nothing is computed from it.
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
  -- What the account holds after it: the sum of its postings up to this one, in the order of entry_id.
  balance_after_minor bigint not null,
  currency            text not null,
  booked_at           timestamptz not null,
  primary key (transaction_id, line)
);
create index postings_by_account on postings (account_id, booked_at desc, entry_id desc);

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
  -- What it comes from: a settlement, or the transaction that booked a receipt of a payment without a charge.
  settlement_id  text not null,
  user_id        bigint not null,
  source         text not null check (source in ('user_pending', 'user_reserve')),
  installment    smallint not null check (installment > 0),
  amount_minor   bigint not null check (amount_minor > 0),
  currency       text not null,
  due_at         timestamptz not null,
  -- Null while it waits.
  transaction_id text,
  -- What a refund or a dispute took of it: amount_minor less this is what will be released.
  taken_minor    bigint not null default 0,
  primary key (settlement_id, user_id, source, installment),
  check (taken_minor between 0 and amount_minor)
);
create index releases_waiting on releases (due_at) where transaction_id is null and taken_minor < amount_minor;
create index releases_of_user on releases (user_id, due_at) where transaction_id is null and taken_minor < amount_minor;

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'The ledger is not changed: % on % is refused.', tg_op, tg_table_name using errcode = 'restrict_violation';
end $$;

create trigger settlements_are_final before update or delete or truncate on settlements execute function refuse_change();
create trigger shares_are_final before update or delete or truncate on settlement_shares execute function refuse_change();
create trigger transactions_are_final before update or delete or truncate on ledger_transactions execute function refuse_change();
create trigger postings_are_final before update or delete or truncate on postings execute function refuse_change();

-- A transaction and its lines are written by one statement, at the end of which it is whole: the transaction has lines,
-- and its debits equal its credits in every currency. As what one statement adds must balance, so does whatever another
-- would add to a transaction of an earlier day. Of other tables only the rows meant are looked at, one by one through the
-- key: `offset 0` keeps the planner from joining them, by a plan that is kept from when they were small.
create function assert_transactions_posted() returns trigger language plpgsql as $$
declare
  empty text;
begin
  select a.transaction_id into empty from added a
  where not exists (select from postings p where p.transaction_id = a.transaction_id offset 0) limit 1;
  if empty is not null then
    raise exception 'Ledger transaction % does not balance.', empty using errcode = 'check_violation';
  end if;
  return null;
end $$;

create function assert_postings_balanced() returns trigger language plpgsql as $$
declare
  broken text;
begin
  select a.transaction_id into broken from added a group by a.transaction_id, a.currency
  having sum(case a.direction when 'credit' then a.amount_minor else -a.amount_minor end) <> 0 limit 1;
  if broken is not null then
    raise exception 'Ledger transaction % does not balance.', broken using errcode = 'check_violation';
  end if;
  return null;
end $$;

create function assert_transactions_known() returns trigger language plpgsql as $$
declare
  unknown text;
begin
  select a.transaction_id into unknown
  from (select distinct transaction_id from added where transaction_id is not null) a
  where not exists (select from ledger_transactions t where t.transaction_id = a.transaction_id offset 0) limit 1;
  if unknown is not null then
    raise exception 'There is no ledger transaction %.', unknown using errcode = 'foreign_key_violation';
  end if;
  return null;
end $$;

create function assert_settlements_known() returns trigger language plpgsql as $$
declare
  unknown text;
begin
  select a.settlement_id into unknown
  from (select distinct settlement_id from added where settlement_id is not null) a
  where not exists (select from settlements s where s.settlement_id = a.settlement_id offset 0) limit 1;
  if unknown is not null then
    raise exception 'There is no settlement %.', unknown using errcode = 'foreign_key_violation';
  end if;
  return null;
end $$;

create function assert_not_backdated() returns trigger language plpgsql as $$
begin
  if exists (select from added a, ledger_clock c where a.booked_at < c.booked_until) then
    raise exception 'The ledger has booked later entries, or closed the day.' using errcode = 'check_violation';
  end if;
  return null;
end $$;

create trigger transactions_are_not_backdated after insert on ledger_transactions
  referencing new table as added for each statement execute function assert_not_backdated();
create trigger transactions_are_posted after insert on ledger_transactions
  referencing new table as added for each statement execute function assert_transactions_posted();
create trigger transactions_settlements_are_known after insert on ledger_transactions
  referencing new table as added for each statement execute function assert_settlements_known();
create trigger postings_are_balanced after insert on postings
  referencing new table as added for each statement execute function assert_postings_balanced();
create trigger postings_transactions_are_known after insert on postings
  referencing new table as added for each statement execute function assert_transactions_known();
create trigger shares_settlements_are_known after insert on settlement_shares
  referencing new table as added for each statement execute function assert_settlements_known();
create trigger new_releases_transactions_are_known after insert on releases
  referencing new table as added for each statement execute function assert_transactions_known();
create trigger releases_transactions_are_known after update on releases
  referencing new table as added for each statement execute function assert_transactions_known();
