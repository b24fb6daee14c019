-- A log: topics cut into partitions, offsets counted from 0 in each. An offset is given out under the partition's row
-- lock, held until the commit, so offsets become visible in order and a reader that goes by offset misses nothing.
create table bus_partitions (
  topic text not null,
  partition integer not null,
  next_offset bigint not null default 0,
  primary key (topic, partition)
) with (fillfactor = 50);

-- json and not jsonb: headers and values only pass through, and their text is handed on as it came.
create table bus_messages (
  topic text not null,
  partition integer not null,
  "offset" bigint not null,
  key text not null,
  headers json not null,
  value json not null,
  published_at timestamptz not null default clock_timestamp(),
  primary key (topic, partition, "offset")
);

-- For retention; tiny, since a log is written in order of time. A replay of one key reads its partition.
create index bus_messages_by_age on bus_messages using brin (published_at);

-- The offset each group reads next, as far as its members have told. Members go by the offsets in their own database;
-- these are for lag. Who owns a partition is decided by session locks, which end with their process.
create table bus_offsets (
  group_name text not null,
  topic text not null,
  partition integer not null,
  next_offset bigint not null,
  committed_at timestamptz not null default now(),
  primary key (group_name, topic, partition)
) with (fillfactor = 50);
