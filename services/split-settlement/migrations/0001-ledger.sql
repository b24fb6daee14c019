-- The books. What is written here is never changed: a mistake is corrected by a further transaction.

create table accounts (
  account_id     text primary key,
  kind           text not null check (kind in
                   ('provider_clearing', 'platform_fees', 'user_pending', 'user_available', 'user_reserve', 'user_debt')),
  payment_method text,
  user_id        bigint,
  opened_at      timestamptz not null default now(),
  check ((kind = 'provider_clearing') = (payment_method is not null)),
  check ((kind like 'user\_%') = (user_id is not null))
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
  fees           jsonb not null,
  paid_at        timestamptz not null,
  settled_at     timestamptz not null,
  check (gross_minor = fee_minor + net_minor),
  unique (charge_id, payment_id)
);

create table settlement_shares (
  settlement_id    text not null references settlements,
  user_id          bigint not null,
  amount_minor     bigint not null check (amount_minor >= 0),
  reserve_minor    bigint not null check (reserve_minor between 0 and amount_minor),
  reduced_by_minor bigint not null check (reduced_by_minor >= 0),
  is_owner         boolean not null,
  release_at       timestamptz not null,
  primary key (settlement_id, user_id)
);

create table ledger_transactions (
  transaction_id text primary key,
  kind           text not null check (kind in ('CHARGE_PAID', 'FUNDS_RELEASED')),
  settlement_id  text not null references settlements,
  occurred_at    timestamptz not null,
  booked_at      timestamptz not null
);
create index ledger_transactions_by_settlement on ledger_transactions (settlement_id);

-- user_id and booked_at stand here again so that a user's entries are read from one index. account_id is no foreign key:
-- an account is opened in the same call and never closed, its balance has the key, and checking it once more for each of
-- a booking's eleven lines would cost a fifth of the bookings a second.
create table postings (
  transaction_id text not null references ledger_transactions,
  line           smallint not null check (line > 0),
  entry_id       bigint generated always as identity,
  account_id     text not null,
  user_id        bigint,
  direction      text not null check (direction in ('debit', 'credit')),
  amount_minor   bigint not null check (amount_minor > 0),
  currency       text not null,
  booked_at      timestamptz not null,
  primary key (transaction_id, line)
);
create index postings_by_user on postings (user_id, booked_at desc, entry_id desc) where user_id is not null;

-- Kept in step with the postings, in the same database transaction. Credits less debits: all of them add up to zero.
-- What a user holds is never less than nothing; what a user owes is in an account of its own.
create table balances (
  account_id    text not null references accounts,
  currency      text not null,
  balance_minor bigint not null,
  primary key (account_id, currency),
  check (balance_minor >= 0 or account_id like 'provider\_clearing:%' or account_id like 'user\_debt:%')
) with (fillfactor = 50);

-- Money that waits for its day.
create table releases (
  settlement_id  text not null references settlements,
  user_id        bigint not null,
  source         text not null check (source in ('user_pending', 'user_reserve')),
  installment    smallint not null check (installment > 0),
  amount_minor   bigint not null check (amount_minor > 0),
  currency       text not null,
  due_at         timestamptz not null,
  transaction_id text references ledger_transactions,
  primary key (settlement_id, user_id, source, installment)
);
create index releases_waiting on releases (due_at) where transaction_id is null;

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'The ledger is not changed: % on % is refused.', tg_op, tg_table_name using errcode = 'restrict_violation';
end $$;

create trigger settlements_are_final before update or delete or truncate on settlements execute function refuse_change();
create trigger shares_are_final before update or delete or truncate on settlement_shares execute function refuse_change();
create trigger transactions_are_final before update or delete or truncate on ledger_transactions execute function refuse_change();
create trigger postings_are_final before update or delete or truncate on postings execute function refuse_change();

-- A transaction is whole at commit: it moves something, and its debits equal its credits in every currency.
create function assert_transaction_balanced() returns trigger language plpgsql as $$
declare
  posting_count integer;
  is_balanced boolean;
begin
  select coalesce(sum(n), 0), coalesce(bool_and(net = 0), false) into posting_count, is_balanced
  from (select count(*) n, sum(case direction when 'credit' then amount_minor else -amount_minor end) net
        from postings where transaction_id = new.transaction_id group by currency) by_currency;
  if posting_count = 0 or not is_balanced then
    raise exception 'Ledger transaction % does not balance.', new.transaction_id using errcode = 'check_violation';
  end if;
  return null;
end $$;

create constraint trigger transaction_is_balanced after insert on ledger_transactions
  deferrable initially deferred for each row execute function assert_transaction_balanced();

-- The same for lines that would join a transaction of an earlier day, whose own check is long past: the lines that one
-- statement adds to a transaction balance among themselves. Once a statement, so a booking of eleven lines pays for one.
create function assert_postings_balanced() returns trigger language plpgsql as $$
declare
  broken text;
begin
  select transaction_id into broken from added group by transaction_id, currency
  having sum(case direction when 'credit' then amount_minor else -amount_minor end) <> 0 limit 1;
  if broken is not null then
    raise exception 'Ledger transaction % does not balance.', broken using errcode = 'check_violation';
  end if;
  return null;
end $$;

create trigger postings_are_balanced after insert on postings
  referencing new table as added for each statement execute function assert_postings_balanced();
