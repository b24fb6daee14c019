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
-- by id.
create or replace function enqueue_events(events json) returns void language plpgsql as $$
begin
  with incoming as materialized (
    select * from json_to_recordset(events) as e (
      topic text, aggregateid text, type text, headers text, payload json, traceparent text, behind bigint, count bigint
    )
  ), advanced as (
    insert into outbox_positions as p (topic, aggregateid, position)
    select i.topic, i.aggregateid, i.count from incoming i where i.count is not null
    on conflict (topic, aggregateid) do update set position = p.position + excluded.position
    returning p.topic, p.aggregateid, p.position
  )
  insert into outbox (topic, aggregateid, type, headers, payload, traceparent)
  select
    i.topic,
    i.aggregateid,
    i.type,
    -- An object with one more field, without taking the others apart.
    ('{"ce_position":"' || (a.position - i.behind) || '",' || substr(i.headers, 2))::json,
    i.payload,
    i.traceparent
  from incoming i
  join advanced a using (topic, aggregateid)
  order by i.behind desc;
end
$$;

-- For services without an event store: locks the keys and enqueues, in one round trip.
create or replace function publish_events(keys text[], events json) returns void language plpgsql as $$
begin
  perform lock_aggregates(keys);
  perform enqueue_events(events);
end
$$;
