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

-- Appends messages, given as columns, and tells the subscribers of each topic how far its partitions reach now, and
-- which types of events have come: 0:17 3:9|repasse.charge.paid.v1.
--
-- It does not wait for the disk. The outbox whose rows are published stands on the same server, and its deletes come
-- later in the same log: after a crash either both are there, or the relay publishes again. An effect of a message is
-- later too, so no effect outlives its message. For the same reason the notification may be part of the transaction:
-- the lock it takes at the commit is held for no disk write.
create function bus_publish(
  topics text[], partitions integer[], types text[], keys text[], headers text[], bodies text[]
) returns void language plpgsql as $$
declare
  heads jsonb;
  told jsonb;
begin
  perform set_config('synchronous_commit', 'off', true);

  -- Sorted, so that two publishers cannot each wait for the other.
  perform from bus_partitions p
  where (p.topic, p.partition) in (select t, n from unnest(topics, partitions) as wanted(t, n))
  order by p.topic, p.partition
  for update;

  with incoming as (
    select i.*, row_number() over (partition by i.topic, i.partition order by i.ordinal desc) as from_last
    from unnest(topics, partitions, keys, headers, bodies) with ordinality
      as i(topic, partition, key, headers, value, ordinal)
  ), advanced as (
    update bus_partitions p
    set next_offset = p.next_offset + i.total
    from (select topic, partition, count(*) as total from incoming group by topic, partition) as i
    where p.topic = i.topic and p.partition = i.partition
    returning p.topic, p.partition, p.next_offset
  ), added as (
    insert into bus_messages (topic, partition, "offset", key, headers, value)
    select i.topic, i.partition, a.next_offset - i.from_last, i.key, i.headers::json, i.value::json
    from incoming i
    join advanced a on a.topic = i.topic and a.partition = i.partition
    order by i.ordinal
  )
  select jsonb_object_agg(topic, reached) into heads
  from (select topic, string_agg(partition || ':' || next_offset, ' ') as reached from advanced group by topic) as h;

  select jsonb_object_agg(topic, come) into told
  from (
    select i.topic, string_agg(distinct i.type, ' ') as come from unnest(topics, types) as i(topic, type) group by i.topic
  ) as kinds;
  perform pg_notify('bus ' || topic, reached || '|' || (told ->> topic)) from jsonb_each_text(heads) as h(topic, reached);
end
$$;

-- Never goes back: a member that lost its partition while it worked may tell late. It is a measure of lag only, so it
-- need not wait for the disk.
create function bus_commit(of_group text, topics text[], partitions integer[], reached bigint[])
returns void language plpgsql as $$
begin
  perform set_config('synchronous_commit', 'off', true);
  insert into bus_offsets as o (group_name, topic, partition, next_offset)
  select of_group, r.topic, r.partition, r.next_offset
  from unnest(topics, partitions, reached) as r(topic, partition, next_offset)
  order by r.topic, r.partition
  on conflict (group_name, topic, partition) do update
    set next_offset = greatest(o.next_offset, excluded.next_offset), committed_at = now();
end
$$;
