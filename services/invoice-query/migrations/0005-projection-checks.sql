-- The result of the last verification of each projection, so that the service can show it as a metric: the verification
-- runs in a process of its own, without a metrics endpoint.
create table projection_checks (
  projection text primary key,
  drift_rows bigint not null,
  checked_at timestamptz not null
);
