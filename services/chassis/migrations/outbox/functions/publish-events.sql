-- version: 1
-- Serialises whoever writes to the same aggregates until the transaction ends. Sorted, so that two callers with the
-- same keys cannot each wait for the other. An advisory lock takes no transaction id: see ARCHITECTURE on order.
create or replace function lock_aggregates(keys text[]) returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock(locks.lock_id)
  from (select distinct hashtextextended(key, 0) as lock_id from unnest(keys) as key order by lock_id) as locks;
end
$$;

-- Puts public events behind what their keys have published so far. Each comes as the outbox's columns and two numbers:
-- `behind`, how many of its key follow it here, and on the first one of each key `count`, how many there are.
-- The caller holds the locks of the keys, therefore ids rise with positions within a key and the relay may simply order
-- by id. Returns id and position of each, in the order they came, and whether the commit will wait for the disk: who
-- has the events can send them without reading them.
create or replace function enqueue_events(events json) returns json language plpgsql as $$
declare
  places json;
begin
  with incoming as materialized (
    select *
    from rows from (
      json_to_recordset(events) as (
        topic text, aggregateid text, type text, headers json, payload json, traceparent text, behind bigint, count bigint
      )
    ) with ordinality as e(topic, aggregateid, type, headers, payload, traceparent, behind, count, place)
  ), advanced as (
    insert into outbox_positions as p (topic, aggregateid, position)
    select i.topic, i.aggregateid, i.count from incoming i where i.count is not null
    on conflict (topic, aggregateid) do update set position = p.position + excluded.position
    returning p.topic, p.aggregateid, p.position
  ), placed as materialized (
    -- Ids are given out in this order: PostgreSQL sorts before it calls a volatile function.
    select nextval('outbox_ids') as id, i.*, a.position - i.behind as position
    from incoming i
    join advanced a using (topic, aggregateid)
    order by i.behind desc
  ), added as (
    insert into outbox (id, topic, aggregateid, position, type, headers, payload, traceparent)
    select p.id, p.topic, p.aggregateid, p.position, p.type, p.headers, p.payload, p.traceparent from placed p
  )
  select json_agg(json_build_array(p.id, p.position) order by p.place) into places from placed p;
  return json_build_object('wasFlushed', current_setting('synchronous_commit') <> 'off', 'places', places);
end
$$;

-- For services without an event store: locks the keys and enqueues, in one round trip.
create or replace function publish_events(keys text[], events json) returns void language plpgsql as $$
begin
  perform lock_aggregates(keys);
  perform enqueue_events(events);
end
$$;
