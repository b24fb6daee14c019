-- Money that goes back, money that is disputed, and money that nobody had asked for.

alter table accounts
  drop constraint accounts_kind_check,
  drop constraint accounts_check1,
  add constraint accounts_kind_check check (kind in
    ('provider_clearing', 'platform_fees', 'user_pending', 'user_available', 'user_reserve', 'user_debt',
     'dispute_held', 'surplus_held')),
  add constraint accounts_user_check check ((kind in ('provider_clearing', 'platform_fees')) = (user_id is null));

-- What a user owes is below zero or nothing; nobody owes a negative amount.
alter table balances
  drop constraint balances_check,
  add constraint balances_check check (
    case when account_id like 'provider\_clearing:%' then true
         when account_id like 'user\_debt:%' then balance_minor <= 0
         else balance_minor >= 0 end);

-- Not everything that is booked belongs to a settlement: a surplus may come to a charge that is never paid.
alter table ledger_transactions
  alter column settlement_id drop not null,
  add column charge_id text,
  drop constraint ledger_transactions_kind_check,
  add constraint ledger_transactions_kind_check check (kind in
    ('CHARGE_PAID', 'FUNDS_RELEASED', 'SPLIT_REVERSED', 'DEBT_REPAID', 'SURPLUS_RECEIVED', 'SURPLUS_ACCEPTED',
     'SURPLUS_APPLIED', 'SURPLUS_REFUNDED', 'DISPUTE_OPENED', 'DISPUTE_WON', 'DISPUTE_LOST'));

-- The charge of what was booked before is known from its settlement; nothing of what was booked is altered by saying it.
alter table ledger_transactions disable trigger transactions_are_final;
update ledger_transactions t set charge_id = s.charge_id from settlements s where s.settlement_id = t.settlement_id;
alter table ledger_transactions enable trigger transactions_are_final;
alter table ledger_transactions alter column charge_id set not null;

-- What a refund or a dispute took of a planned release: amount_minor less this is what will be released.
alter table releases
  add column taken_minor bigint not null default 0,
  add constraint releases_taken_check check (taken_minor between 0 and amount_minor);
drop index releases_waiting;
create index releases_waiting on releases (due_at) where transaction_id is null and taken_minor < amount_minor;
create index releases_of_user on releases (user_id, due_at) where transaction_id is null and taken_minor < amount_minor;

-- Refunds and disputes: each takes back what the charge had brought, from those who had got it.
create table reversals (
  -- The refund's or the dispute's own id: it is booked once, whatever is delivered twice.
  reversal_id    text primary key,
  kind           text not null check (kind in ('REFUND', 'DISPUTE')),
  charge_id      text not null,
  -- Null where money that no settlement divided is disputed: then the owner of the charge stands alone.
  settlement_id  text references settlements,
  payment_id     text not null,
  payment_method text not null,
  amount_minor   bigint not null check (amount_minor > 0),
  currency       text not null,
  -- Whether somebody said who gives how much, instead of everybody in proportion.
  is_listed      boolean not null,
  transaction_id text not null references ledger_transactions deferrable initially deferred,
  occurred_at    timestamptz not null,
  booked_at      timestamptz not null
);
create index reversals_by_charge on reversals (charge_id);

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
  transaction_id text not null references ledger_transactions deferrable initially deferred,
  decided_at     timestamptz not null
);

create trigger reversals_are_final before update or delete or truncate on reversals execute function refuse_change();
create trigger reversal_shares_are_final before update or delete or truncate on reversal_shares execute function refuse_change();
create trigger decisions_are_final before update or delete or truncate on dispute_decisions execute function refuse_change();

-- Money that arrived beside what a charge asked for, receipt by receipt, and what became of it. held_minor is what of it
-- nobody has decided about or given back yet; all of a user's add up to the balance of surplus_held.
create table surpluses (
  charge_id          text not null,
  payment_id         text not null,
  provider_reference text not null,
  user_id            bigint not null,
  payment_method     text not null,
  amount_minor       bigint not null check (amount_minor > 0),
  held_minor         bigint not null,
  currency           text not null,
  status_reason      text not null,
  status             text not null check (status in ('HELD', 'ACCEPTED', 'APPLIED', 'REFUNDED')),
  received_at        timestamptz not null,
  updated_at         timestamptz not null,
  primary key (charge_id, payment_id, provider_reference),
  check (held_minor between 0 and amount_minor),
  check ((held_minor > 0) = (status = 'HELD'))
);
create index surpluses_by_payment on surpluses (payment_id);

create table surplus_refunds (
  refund_id          text primary key,
  charge_id          text not null,
  payment_id         text not null,
  provider_reference text not null,
  amount_minor       bigint not null check (amount_minor > 0),
  transaction_id     text not null references ledger_transactions deferrable initially deferred,
  refunded_at        timestamptz not null,
  foreign key (charge_id, payment_id, provider_reference) references surpluses
);
create index surplus_refunds_by_charge on surplus_refunds (charge_id);
create trigger surplus_refunds_are_final before update or delete or truncate on surplus_refunds execute function refuse_change();

-- As before, with the charge of each transaction. Answers the debts of those whose money became available, so that they
-- are repaid in the same database transaction and a booking for people without debts costs nothing more.
-- transactions: [{transactionId, kind, chargeId, settlementId, occurredAt, bookedAt}]
-- debt_accounts: the user_debt accounts of those who are credited.
drop function write_transactions(jsonb, jsonb);
create function write_transactions(transactions jsonb, postings jsonb, debt_accounts text[])
returns table (account_id text, currency text, balance_minor bigint) language plpgsql as $$
#variable_conflict use_column
begin
  perform lock_ledger();

  insert into ledger_transactions (transaction_id, kind, charge_id, settlement_id, occurred_at, booked_at)
  select t."transactionId", t.kind, t."chargeId", t."settlementId", t."occurredAt", t."bookedAt"
  from jsonb_to_recordset(transactions) as t(
    "transactionId" text, kind text, "chargeId" text, "settlementId" text, "occurredAt" timestamptz,
    "bookedAt" timestamptz);

  insert into accounts (account_id, kind, payment_method, user_id)
  select distinct p."accountId", p.kind, p."paymentMethod", p."userId"
  from jsonb_to_recordset(postings) as p("accountId" text, kind text, "paymentMethod" text, "userId" bigint)
  where not exists (select from accounts a where a.account_id = p."accountId");

  insert into postings (transaction_id, line, account_id, user_id, direction, amount_minor, currency, booked_at)
  select p."transactionId", p.line, p."accountId", p."userId", p.direction, p."amountMinor", p.currency, p."bookedAt"
  from jsonb_to_recordset(write_transactions.postings) as p(
    "transactionId" text, line smallint, "accountId" text, "userId" bigint, direction text, "amountMinor" bigint,
    currency text, "bookedAt" timestamptz);

  perform move_balances(write_transactions.postings);

  return query
    select b.account_id, b.currency, b.balance_minor from balances b
    where b.account_id = any (debt_accounts) and b.balance_minor < 0;
end $$;
