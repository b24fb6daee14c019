-- When users are paid without asking, and what became of each run.

-- A user without a row is paid on request only.
create table payout_schedules (
  user_id               bigint primary key,
  frequency             text not null check (frequency in ('DAILY', 'WEEKLY', 'MONTHLY', 'THRESHOLD', 'MANUAL')),
  weekday               text,
  day_of_month          integer check (day_of_month between 1 and 31),
  threshold_minor       bigint check (threshold_minor > 0),
  -- What stays in the balance.
  keep_minor            bigint not null check (keep_minor >= 0),
  -- Null: the default one at that time.
  destination_id        text,
  is_business_days_only boolean not null,
  -- Null: never by itself.
  next_run_at           timestamptz,
  updated_at            timestamptz not null,
  -- The API key.
  updated_by            text not null,
  check ((frequency = 'WEEKLY') = (weekday is not null)),
  check ((frequency = 'MONTHLY') = (day_of_month is not null)),
  check ((frequency = 'THRESHOLD') = (threshold_minor is not null)),
  check ((frequency = 'MANUAL') = (next_run_at is null))
);
create index payout_schedules_due on payout_schedules (next_run_at, user_id) where next_run_at is not null;

-- One for each time at which schedules ran, whichever processes worked on it.
create table payout_batches (
  batch_id   text primary key,
  run_at     timestamptz not null unique,
  started_at timestamptz not null
);

-- What a run decided about a user: a withdrawal, or why there is none.
create table payout_batch_lines (
  batch_id        text not null references payout_batches,
  user_id         bigint not null,
  -- The merchant that looked after the user then.
  manager_user_id bigint,
  withdrawal_id   text,
  skip_reason     text,
  decided_at      timestamptz not null,
  primary key (batch_id, user_id),
  check ((withdrawal_id is null) = (skip_reason is not null))
);
create index payout_batch_lines_by_user on payout_batch_lines (user_id, batch_id);
create index payout_batch_lines_by_manager on payout_batch_lines (manager_user_id, batch_id)
  where manager_user_id is not null;
