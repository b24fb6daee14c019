-- Checks of a provider's statement of a day in Brasília against our receipts: one check per provider and day, repeated
-- until the provider has listed the whole day.
create table statement_checks (
  check_id text primary key,
  provider text not null,
  day date not null,
  status text not null default 'PENDING' check (status in ('PENDING', 'DONE')),
  -- When it is made next; null when it is done.
  due_at timestamptz,
  -- Whoever makes it has it until then; nobody else does meanwhile. Each try has a number, so that one who was thought
  -- dead and comes back late changes nothing.
  taken_until timestamptz,
  tried_count integer not null default 0,
  -- Whether it was its time that made it, or a person who asked for the day.
  is_scheduled boolean not null,
  -- Up to when the provider has told; null until it has.
  covered_until timestamptz,
  listed_count integer,
  recorded_count integer,
  -- The fault that ended the last try; null without one.
  failure text,
  created_at timestamptz not null,
  checked_at timestamptz,
  succeeded_at timestamptz,
  constraint statement_checks_once unique (day, provider)
);

create index statement_checks_due on statement_checks (due_at) where due_at is not null;

-- Where both differ. One that is gone when the day is checked again has been settled by somebody.
create table statement_differences (
  check_id text not null references statement_checks,
  kind text not null check (kind in ('MISSING_HERE', 'UNKNOWN_PAYMENT', 'MISSING_THERE', 'AMOUNT_DIFFERS')),
  provider_reference text not null,
  payment_id text,
  -- Decimal text as it is shown; null on the side that has nothing.
  listed_amount text,
  listed_currency text,
  recorded_amount text,
  recorded_currency text,
  received_at timestamptz not null,
  status text not null check (status in ('OPEN', 'REPAIRED', 'SETTLED')),
  found_at timestamptz not null,
  updated_at timestamptz not null,
  -- A difference that a person has dealt with outside is settled by their word, under this name.
  difference_id text not null default 'std_' || replace(gen_random_uuid()::text, '-', ''),
  -- How a person settled it, who it was and when; null until a person has.
  settlement_note text,
  settled_by bigint,
  settled_at timestamptz,
  primary key (check_id, kind, provider_reference),
  constraint statement_differences_id unique (difference_id),
  constraint statement_differences_settled check (num_nulls(settlement_note, settled_by, settled_at) in (0, 3)),
  constraint statement_differences_by_person check (settled_by is null or status = 'SETTLED')
);

create index statement_differences_open on statement_differences (kind) where status = 'OPEN';
