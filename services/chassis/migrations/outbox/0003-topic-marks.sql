-- How far the partitions of the service's own topics were compared with outbox_positions: every message below next_offset
-- is of an event that this database has. After a backup was restored, the messages behind it are compared anew.
create table topic_marks (
  topic text not null,
  partition integer not null,
  next_offset bigint not null,
  marked_at timestamptz not null default now(),
  primary key (topic, partition)
);
