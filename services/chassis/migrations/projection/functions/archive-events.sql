-- version: 1
-- Keeps events in the order given: [{topic, envelope}].
create or replace function archive_events(events json) returns void language plpgsql strict as $$
begin
  insert into received_events (topic, envelope)
  select e.topic, e.envelope
  from rows from (json_to_recordset(events) as (topic text, envelope json)) with ordinality as e(topic, envelope, nth)
  order by e.nth;
end
$$;
