-- What the last verification of each projection found, so that the service can show it as a metric: the verification
-- itself is a process of its own that nobody scrapes.
create table projection_checks (
  projection text primary key,
  drift_rows bigint not null,
  checked_at timestamptz not null
);
