-- How far the books are proved: a check adds up what was posted since the last one that found no fault, and goes on from
-- these sums. Entries commit in the order of their numbers and are never changed.
create table ledger_proof (
  is_only           boolean primary key default true check (is_only),
  -- The last entry that is in the sums, and its date, by which later ones are found.
  entry_id          bigint not null,
  booked_at         timestamptz not null,
  transaction_count bigint not null,
  -- When every entry was last read.
  read_all_at       timestamptz
);
insert into ledger_proof (entry_id, booked_at, transaction_count) values (0, '-infinity', 0);

create table proved_accounts (
  account_id   text not null,
  currency     text not null,
  debit_minor  bigint not null,
  credit_minor bigint not null,
  primary key (account_id, currency)
) with (fillfactor = 70);

create index ledger_transactions_by_day on ledger_transactions using brin (booked_at) with (autosummarize = on);
-- What a check compares with the accounts in which money waits: few rows of long tables.
create index reversals_of_disputes on reversals (reversal_id) where kind = 'DISPUTE';
create index surpluses_held on surpluses (user_id) where held_minor > 0;
