-- How far each aggregate of a topic was consumed. The row advances in the transaction of the effect, which makes once
-- out of at-least-once. A parked aggregate stands still until what holds it is solved; its later events wait in
-- parked_messages.
create table consumed_positions (
  topic text not null,
  key text not null,
  position bigint not null,
  parked_at timestamptz,
  parked_reason text check (parked_reason in ('gap', 'poison')),
  parked_detail text,
  park_attempts integer not null default 0,
  retry_at timestamptz,
  primary key (topic, key)
) with (fillfactor = 80);

create index consumed_positions_parked on consumed_positions (retry_at) where parked_at is not null;

-- The next offset to read of each partition. It moves in the transaction of the effect, so a crash undoes both, and a
-- process that takes over a partition continues behind the last effect.
create table consumed_offsets (
  topic text not null,
  partition integer not null,
  next_offset bigint not null,
  primary key (topic, partition)
) with (fillfactor = 50);

create table parked_messages (
  topic text not null,
  key text not null,
  position bigint not null,
  partition integer not null,
  "offset" bigint not null,
  headers json not null,
  value json not null,
  parked_at timestamptz not null default now(),
  primary key (topic, key, position)
);
