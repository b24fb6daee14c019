-- Every event this service was sent, so that a projection is rebuilt without the bus. `sequence` is the order of
-- arrival; it has gaps and, while a transaction is open, holes: read it under the table's lock or up to a safe point.
create table received_events (
  sequence bigint generated always as identity primary key,
  topic text not null,
  key text not null,
  position bigint not null,
  type text not null,
  occurred_at timestamptz not null,
  envelope jsonb not null,
  constraint received_events_once unique (topic, key, position)
);

-- Which projections have been built, and up to where the archive was read when they were.
create table projection_checkpoints (
  name text primary key,
  sequence bigint not null,
  built_at timestamptz not null default now()
);
