-- Events on their way to the bus. The columns are those of Debezium's outbox router, so that change data capture can
-- take the relay's place later. Rows live for milliseconds: the relay deletes what it has sent.
create table outbox (
  id bigint generated always as identity primary key,
  topic text not null,
  aggregateid text not null,
  type text not null,
  headers jsonb not null,
  payload jsonb not null,
  traceparent text,
  created_at timestamptz not null default clock_timestamp()
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);

-- The last position each key was given. Consumers require last + 1, so there must be no gap: a sequence would leave one.
create table outbox_positions (
  topic text not null,
  aggregateid text not null,
  position bigint not null,
  primary key (topic, aggregateid)
) with (fillfactor = 80);

-- Serialises whoever writes to the same aggregates until the transaction ends. Sorted, so that two callers with the
-- same keys cannot each wait for the other. An advisory lock takes no transaction id: see ARCHITECTURE on order.
create function lock_aggregates(keys jsonb) returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock(locks.lock_id)
  from (
    select distinct hashtextextended(value, 0) as lock_id
    from jsonb_array_elements_text(keys)
    order by lock_id
  ) as locks;
end
$$;

-- Puts public events, given as the outbox's columns, behind what their keys have published so far. The caller holds
-- the locks of the keys, therefore ids rise with positions within a key and the relay may simply order by id.
create function enqueue_events(events jsonb[]) returns void language plpgsql as $$
begin
  with incoming as (
    select
      e.ordinal,
      e.item ->> 'topic' as topic,
      e.item ->> 'aggregateid' as aggregateid,
      e.item,
      row_number() over (partition by e.item ->> 'topic', e.item ->> 'aggregateid' order by e.ordinal desc) - 1 as behind
    from unnest(events) with ordinality as e(item, ordinal)
  ), advanced as (
    insert into outbox_positions as p (topic, aggregateid, position)
    select i.topic, i.aggregateid, count(*) from incoming i group by i.topic, i.aggregateid
    on conflict (topic, aggregateid) do update set position = p.position + excluded.position
    returning p.topic, p.aggregateid, p.position
  )
  insert into outbox (topic, aggregateid, type, headers, payload, traceparent)
  select
    i.topic,
    i.aggregateid,
    i.item ->> 'type',
    i.item -> 'headers' || jsonb_build_object('ce_position', (a.position - i.behind)::text),
    i.item -> 'payload',
    i.item ->> 'traceparent'
  from incoming i
  join advanced a using (topic, aggregateid)
  order by i.ordinal;
end
$$;
