-- version: 1
-- Appends messages, given as columns, and notifies the subscribers of each topic. A few messages travel in their
-- notifications, one in each, so that nobody has to fetch them: [partition, offset, key, headers], a line break, the
-- value. Others are announced: how far the partitions reach now, and which types of events have come, such as
-- 0:17 3:9|repasse.charge.paid.v1.
--
-- It does not wait for the disk. The outbox whose rows are published stands on the same server, and its deletes come
-- later in the same log: after a crash either both are there, or the relay publishes again. An effect of a message is
-- later too, so no effect outlives its message. For the same reason the notification may be part of the transaction:
-- the lock it takes at the commit is held for no disk write.
create or replace function bus_publish(
  topics text[], partitions integer[], types text[], keys text[], headers text[], bodies text[]
) returns void language plpgsql as $$
declare
  -- One fetch brings more than this for less than their notifications cost.
  carried_max constant integer := 8;
  -- PostgreSQL refuses 8,000.
  payload_bytes_max constant integer := 7999;
  told bigint;
begin
  perform set_config('synchronous_commit', 'off', true);

  -- Sorted, so that two publishers cannot each wait for the other.
  perform from bus_partitions p
  where (p.topic, p.partition) in (select t, n from unnest(topics, partitions) as wanted(t, n))
  order by p.topic, p.partition
  for update;

  with incoming as (
    select i.*, row_number() over (partition by i.topic, i.partition order by i.ordinal desc) as from_last
    from unnest(topics, partitions, types, keys, headers, bodies) with ordinality
      as i(topic, partition, type, key, headers, value, ordinal)
  ), advanced as (
    update bus_partitions p
    set next_offset = p.next_offset + i.total
    from (select topic, partition, count(*) as total from incoming group by topic, partition) as i
    where p.topic = i.topic and p.partition = i.partition
    returning p.topic, p.partition, p.next_offset
  ), placed as (
    select i.*, a.next_offset - i.from_last as "offset", a.next_offset
    from incoming i
    join advanced a on a.topic = i.topic and a.partition = i.partition
  ), added as (
    insert into bus_messages (topic, partition, "offset", key, headers, value)
    select p.topic, p.partition, p."offset", p.key, p.headers::json, p.value::json from placed p order by p.ordinal
  ), written as (
    select p.topic, p.partition, p.next_offset, p.type, p.ordinal,
      case when cardinality(topics) <= carried_max
        then '[' || p.partition || ',' || p."offset" || ',' || to_json(p.key) || ',' || p.headers || E']\n' || p.value
      end as payload
    from placed p
  ), notes as (
    select topic, payload, ordinal from written where octet_length(payload) <= payload_bytes_max
    union all
    select topic, string_agg(distinct partition || ':' || next_offset, ' ') || '|' || string_agg(distinct type, ' '), max(ordinal)
    from written where (octet_length(payload) <= payload_bytes_max) is not true
    group by topic
  )
  -- Into a variable that nobody reads, because perform takes no WITH that writes.
  select count(pg_notify('bus ' || topic, payload)) into told from (select * from notes order by ordinal) as in_order;
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
