-- Timelines are read from received_events itself, which has the events in full: timeline_entries was a second copy of each.
-- Two indexes find the events of a story. They hold one key a story, so that they stay a fraction of a table.
create index received_events_by_charge on received_events ((envelope -> 'data' ->> 'chargeId'))
  where envelope -> 'data' ->> 'chargeId' is not null;

-- The payment or withdrawal whose story an event is part of, beside the charge's. A charge's events name payments too, and
-- belong to the charge's timeline only. It stands here and not in functions/, because the index keeps its results.
create function timeline_subject(topic text, envelope json) returns text language sql immutable as $$
  select coalesce(envelope -> 'data' ->> 'withdrawalId',
    case when topic = 'payment.events.v1' then envelope -> 'data' ->> 'paymentId' end)
$$;
create index received_events_by_subject on received_events (timeline_subject(topic, envelope))
  where timeline_subject(topic, envelope) is not null;

drop function if exists show_timeline(json);
drop table timeline_entries;
delete from projection_checkpoints where name = 'timeline';
delete from projection_checks where projection = 'timeline';
