-- The steps that operators took by command, by whom and why. The row is written before the command works, so that one which was
-- cut off shows too: it has no end.
create table admin_steps (
  id text primary key,
  command text not null,
  -- As typed, without --by and --why.
  arguments json not null,
  made_by text not null,
  why text not null,
  started_at timestamptz not null default clock_timestamp(),
  ended_at timestamptz,
  exit_code integer,
  outcome text
);

create index admin_steps_by_time on admin_steps (started_at);
