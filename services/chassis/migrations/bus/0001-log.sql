-- A log: topics cut into partitions, offsets counted from 0 in each. An offset is given out under the partition's row
-- lock, held until the commit, so offsets become visible in order and a reader that goes by offset misses nothing.
create table bus_partitions (
  topic text not null,
  partition integer not null,
  next_offset bigint not null default 0,
  primary key (topic, partition)
) with (fillfactor = 50);

create table bus_messages (
  topic text not null,
  partition integer not null,
  "offset" bigint not null,
  key text not null,
  headers jsonb not null,
  value jsonb not null,
  published_at timestamptz not null default clock_timestamp(),
  primary key (topic, partition, "offset")
);

-- For replay of one key.
create index bus_messages_by_key on bus_messages (key, topic);

-- For retention; tiny, since a log is written in order of time.
create index bus_messages_by_age on bus_messages using brin (published_at);

-- The offset each group reads next. Who owns a partition is an advisory lock, not a row: a killed process frees it.
create table bus_offsets (
  group_name text not null,
  topic text not null,
  partition integer not null,
  next_offset bigint not null,
  committed_at timestamptz not null default now(),
  primary key (group_name, topic, partition)
) with (fillfactor = 50);

create function bus_publish(messages jsonb) returns void language plpgsql as $$
begin
  -- Sorted, so that two publishers cannot each wait for the other.
  perform from bus_partitions p
  where (p.topic, p.partition) in (
    select m ->> 'topic', (m ->> 'partition')::integer from jsonb_array_elements(messages) as e(m)
  )
  order by p.topic, p.partition
  for update;

  with incoming as (
    select
      e.ordinal,
      e.m ->> 'topic' as topic,
      (e.m ->> 'partition')::integer as partition,
      e.m,
      row_number() over (partition by e.m ->> 'topic', e.m ->> 'partition' order by e.ordinal desc) as from_last
    from jsonb_array_elements(messages) with ordinality as e(m, ordinal)
  ), advanced as (
    update bus_partitions p
    set next_offset = p.next_offset + i.total
    from (select topic, partition, count(*) as total from incoming group by topic, partition) as i
    where p.topic = i.topic and p.partition = i.partition
    returning p.topic, p.partition, p.next_offset
  )
  insert into bus_messages (topic, partition, "offset", key, headers, value)
  select i.topic, i.partition, a.next_offset - i.from_last, i.m ->> 'key', i.m -> 'headers', i.m -> 'value'
  from incoming i
  join advanced a on a.topic = i.topic and a.partition = i.partition
  order by i.ordinal;
end
$$;

-- Never goes back: a member that lost its partition while it worked may commit late. Losing the latest commit in a
-- crash brings messages again, which every consumer expects, so it need not wait for the disk.
create function bus_commit(of_group text, of_topic text, of_partition integer, reached bigint) returns void
language plpgsql as $$
begin
  perform set_config('synchronous_commit', 'off', true);
  insert into bus_offsets as o (group_name, topic, partition, next_offset)
  values (of_group, of_topic, of_partition, reached)
  on conflict (group_name, topic, partition) do update
    set next_offset = greatest(o.next_offset, excluded.next_offset), committed_at = now();
end
$$;
