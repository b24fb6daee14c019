-- Appends messages, given as columns, and tells the subscribers of each topic how far its partitions reach now, and
-- which types of events have come: 0:17 3:9|repasse.charge.paid.v1.
--
-- It does not wait for the disk. The outbox whose rows are published stands on the same server, and its deletes come
-- later in the same log: after a crash either both are there, or the relay publishes again. An effect of a message is
-- later too, so no effect outlives its message. For the same reason the notification may be part of the transaction:
-- the lock it takes at the commit is held for no disk write.
create or replace function bus_publish(
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
create or replace function bus_commit(of_group text, topics text[], partitions integer[], reached bigint[])
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
