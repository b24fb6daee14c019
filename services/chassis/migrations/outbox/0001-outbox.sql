create sequence outbox_ids;

-- Events on their way to the bus. The columns are those of Debezium's outbox router, so that change data capture can
-- take the relay's place later, with the position as a header. Headers and payload pass through unread, so they are
-- json, which is kept as it came. Rows live for two seconds: the relay deletes them once sent, and an early vacuum keeps
-- its reads from stepping over dead rows. Rows up to a page are not compressed, since they are deleted soon.
-- was_flushed: whether the commit that shows the row waited for the disk. Otherwise a relay to a bus on another server
-- flushes before it publishes. Whoever turns waiting off does so before the row is written.
create table outbox (
  id bigint primary key,
  topic text not null,
  aggregateid text not null,
  position bigint not null,
  type text not null,
  headers json not null,
  payload json not null,
  traceparent text,
  created_at timestamptz not null default clock_timestamp(),
  was_flushed boolean not null default current_setting('synchronous_commit') <> 'off'
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 500, toast_tuple_target = 8160);

-- The last position each key was given. Consumers require last + 1, so there must be no gap: a sequence would leave one.
create table outbox_positions (
  topic text not null,
  aggregateid text not null,
  position bigint not null,
  primary key (topic, aggregateid)
) with (fillfactor = 80);
