-- How far each aggregate of a topic was consumed. The row is locked while an event takes effect and advanced in the
-- same transaction, which makes once out of at-least-once. A parked aggregate stands still until what holds it is
-- solved; its later events wait in parked_messages.
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

create index consumed_positions_parked on consumed_positions (topic, retry_at) where parked_at is not null;

create table parked_messages (
  topic text not null,
  key text not null,
  position bigint not null,
  partition integer not null,
  "offset" text not null,
  headers jsonb not null,
  value jsonb not null,
  parked_at timestamptz not null default now(),
  primary key (topic, key, position)
);
