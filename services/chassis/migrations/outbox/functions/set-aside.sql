-- version: 1
-- Moves events out of the relay's way. Those with a reason always; others only while an event of their key is set aside,
-- since another process may have put it back meanwhile. The lock makes that certain: each statement behind it sees the latest commit.
create or replace function set_aside_outbox(ids bigint[], reasons text[]) returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('outbox set aside', 0));
  with wanted as (
    select * from unnest(ids, reasons) as w (id, reason)
  ), gone as (
    delete from outbox o using wanted w
    where o.id = w.id and (
      exists (select from wanted c join outbox co on co.id = c.id
              where c.reason is not null and co.topic = o.topic and co.aggregateid = o.aggregateid)
      or exists (select from outbox_set_aside a where a.topic = o.topic and a.aggregateid = o.aggregateid)
    )
    returning o.*, w.reason
  )
  insert into outbox_set_aside (
    id, topic, aggregateid, position, type, headers, payload, traceparent, created_at, was_flushed, reason
  )
  select id, topic, aggregateid, position, type, headers, payload, traceparent, created_at, was_flushed, reason from gone;
end
$$;

-- Has the relay try again what was set aside: of one key, or of all when both are null. Ids stay, so these events come
-- before all later ones of their keys. Returns how many there are.
create or replace function put_back_outbox(of_topic text default null, of_key text default null)
returns bigint language plpgsql as $$
declare
  moved bigint;
begin
  perform pg_advisory_xact_lock(hashtextextended('outbox set aside', 0));
  with back as (
    delete from outbox_set_aside
    where (of_topic is null or topic = of_topic) and (of_key is null or aggregateid = of_key)
    returning *
  )
  insert into outbox (id, topic, aggregateid, position, type, headers, payload, traceparent, created_at, was_flushed)
  select id, topic, aggregateid, position, type, headers, payload, traceparent, created_at, was_flushed from back;
  get diagnostics moved = row_count;
  return moved;
end
$$;
