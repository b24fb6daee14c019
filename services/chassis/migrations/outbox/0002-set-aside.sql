-- Events that cannot be published, and those of the same keys behind them, which have to wait. Columns as in outbox.
-- reason: why the event cannot be published; null for one that only waits behind another.
create table outbox_set_aside (
  id bigint primary key,
  topic text not null,
  aggregateid text not null,
  position bigint not null,
  type text not null,
  headers json not null,
  payload json not null,
  traceparent text,
  created_at timestamptz not null,
  was_flushed boolean not null,
  reason text,
  set_aside_at timestamptz not null default clock_timestamp()
);

create index outbox_set_aside_key on outbox_set_aside (topic, aggregateid);
