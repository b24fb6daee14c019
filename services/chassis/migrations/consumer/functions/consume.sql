-- version: 1
-- Takes the offsets of a batch and, for each aggregate in it, its unbroken run of positions first..last. Returns the
-- places of the runs that begin right behind what was consumed: those take effect. What is missing is a duplicate, a
-- gap or parked, and the caller looks closer. Fails with RP002 where less than needed_offsets is stored: a crash of the
-- server took back the effect of messages before these, and the caller needs them again first. Locks are taken in order
-- of the key, against two members of a group that hold the same partition for a moment.
create or replace function consume(
  offset_topics text[], offset_partitions integer[], needed_offsets bigint[], next_offsets bigint[],
  run_topics text[], run_keys text[], firsts bigint[], lasts bigint[]
) returns setof integer language plpgsql
-- A plan that was made while the tables are small reads all of them, and is kept while they grow.
set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
declare
  moved integer;
begin
  insert into consumed_offsets as o (topic, partition, next_offset)
  select r.topic, r.partition, r.next_offset
  from unnest(offset_topics, offset_partitions, needed_offsets, next_offsets)
    as r(topic, partition, needed_offset, next_offset)
  where r.needed_offset = 0 or r.needed_offset <= (
    select s.next_offset from consumed_offsets s where s.topic = r.topic and s.partition = r.partition
  )
  order by r.topic, r.partition
  on conflict (topic, partition) do update set next_offset = greatest(o.next_offset, excluded.next_offset);
  get diagnostics moved = row_count;
  if moved < cardinality(offset_topics) then
    raise exception using errcode = 'RP002', message = 'The stored offsets are behind what was consumed.';
  end if;

  return query
  with runs as (
    select r.* from unnest(run_topics, run_keys, firsts, lasts) with ordinality as r(topic, key, first, last, place)
  ), held as (
    select c.topic, c.key, r.last, r.place
    from runs r
    join consumed_positions c on c.topic = r.topic and c.key = r.key
    where c.position = r.first - 1 and c.parked_at is null
    order by c.topic, c.key
    for update of c
  ), moved as (
    update consumed_positions c set position = h.last
    from held h where c.topic = h.topic and c.key = h.key
    returning h.place
  ), added as (
    insert into consumed_positions as c (topic, key, position)
    select r.topic, r.key, r.last from runs r where r.first = 1 order by r.topic, r.key
    on conflict do nothing
    returning c.topic, c.key
  )
  select place::integer from moved
  union all
  -- A condition and not a join, which would compare each run with each row: hash joins are off.
  select r.place::integer from runs r where ((r.topic, r.key) in (select a.topic, a.key from added a)) is true;
end
$$;

-- The same where all runs have to be taken: otherwise the statement it stands in fails with RP001, and the caller looks
-- closer. Other functions of the same statement write the effect.
create or replace function consume_all(
  offset_topics text[], offset_partitions integer[], needed_offsets bigint[], next_offsets bigint[],
  run_topics text[], run_keys text[], firsts bigint[], lasts bigint[]
) returns void language plpgsql as $$
begin
  perform from consume(
    offset_topics, offset_partitions, needed_offsets, next_offsets, run_topics, run_keys, firsts, lasts
  )
  having count(*) = cardinality(run_keys);
  if not found then
    raise exception using errcode = 'RP001', message = 'Something else comes next than what was consumed.';
  end if;
end
$$;
