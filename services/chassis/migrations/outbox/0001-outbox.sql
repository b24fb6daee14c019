-- Events on their way to the bus. The columns are those of Debezium's outbox router, so that change data capture can
-- take the relay's place later. Headers and payload pass through unread, so they are json, which is kept as it came.
-- Rows live for milliseconds: the relay deletes what it has sent, and an early vacuum keeps its reads from stepping
-- over the dead. A row stays whole up to a page: compressing what is deleted at once is work for nothing.
create table outbox (
  id bigint generated always as identity primary key,
  topic text not null,
  aggregateid text not null,
  type text not null,
  headers json not null,
  payload json not null,
  traceparent text,
  created_at timestamptz not null default clock_timestamp()
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 500, toast_tuple_target = 8160);

-- The last position each key was given. Consumers require last + 1, so there must be no gap: a sequence would leave one.
create table outbox_positions (
  topic text not null,
  aggregateid text not null,
  position bigint not null,
  primary key (topic, aggregateid)
) with (fillfactor = 80);

-- Serialises whoever writes to the same aggregates until the transaction ends. Sorted, so that two callers with the
-- same keys cannot each wait for the other. An advisory lock takes no transaction id: see ARCHITECTURE on order.
create function lock_aggregates(keys text[]) returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock(locks.lock_id)
  from (select distinct hashtextextended(key, 0) as lock_id from unnest(keys) as key order by lock_id) as locks;
end
$$;

-- Puts public events behind what their keys have published so far. Each comes as the outbox's columns and two numbers:
-- `behind`, how many of its key follow it here, and on the first one of each key `count`, how many there are.
-- The caller holds the locks of the keys, therefore ids rise with positions within a key and the relay may simply order
-- by id.
create function enqueue_events(events json) returns void language plpgsql as $$
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
create function publish_events(keys text[], events json) returns void language plpgsql as $$
begin
  perform lock_aggregates(keys);
  perform enqueue_events(events);
end
$$;
