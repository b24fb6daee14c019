-- A way forward for databases that were made before 24 November 2026: 0001-outbox.sql was edited then, and they lack a column
-- and a sequence. Their rows carry the position as a header, which the relay adds by itself now. Elsewhere this changes nothing.
do $$
begin
  if exists (
    select from pg_attribute where attrelid = 'outbox'::regclass and attname = 'position' and not attisdropped
  ) then
    return;
  end if;

  create sequence outbox_ids;
  perform setval('outbox_ids', (select last_value from outbox_id_seq));
  alter table outbox alter column id drop identity;

  alter table outbox add column position bigint;
  update outbox set
    position = (headers ->> 'ce_position')::bigint,
    headers = (headers::jsonb - 'ce_position')::json;
  alter table outbox alter column position set not null;

  -- They returned nothing, and are made anew with a result.
  drop function if exists append_unchanged(text[], text[], integer[], json, json, json, json);
  drop function if exists enqueue_events(json);
end $$;
