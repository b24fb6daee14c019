-- Every event this service was sent, so that a projection is rebuilt without the bus. `sequence` is the order of
-- arrival; it has gaps and, while a transaction is open, holes: read it under the table's lock or up to a safe point.
-- An event is here once because its position in consumed_positions advances in the same transaction. The envelope is
-- text that nothing searches, so it is not taken apart as jsonb would be.
create table received_events (
  sequence bigint generated always as identity primary key,
  topic text not null,
  envelope json not null
);

-- Which projections have been built, and up to where the archive was read when they were.
create table projection_checkpoints (
  name text primary key,
  sequence bigint not null,
  built_at timestamptz not null default now()
);
