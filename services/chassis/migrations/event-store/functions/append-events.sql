-- version: 1
-- The events of streams, which are locked first: nobody appends to them until the transaction ends.
create or replace function load_streams(stream_ids text[]) returns setof events language plpgsql set enable_seqscan = off as $$
begin
  perform lock_aggregates(stream_ids);
  return query select * from events e where e.stream_id = any (stream_ids) order by e.stream_id, e.version;
end
$$;

-- The appends whose idempotency key is held by another request, with its row in the words of the code; null without any.
create or replace function held_keys(claims json) returns json language plpgsql as $$
begin
  perform from json_to_recordset(claims) as c (scope text, key text, ulid text)
  join idempotency_keys k on k.scope = c.scope and k.key = c.key
  where k.ulid <> c.ulid or k.status <> 'running';
  if not found then
    return null;
  end if;
  return (
    select json_agg(json_build_object('streamId', c."streamId", 'existing', json_build_object(
      'scope', k.scope, 'key', k.key, 'operationId', k.operation_id, 'requestHash', k.request_hash,
      'fieldHashes', k.field_hashes, 'ulid', k.ulid, 'status', k.status, 'responseStatus', k.response_status,
      'responseBody', k.response_body,
      'leaseUntil', to_char(k.lease_until at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'createdAt', to_char(k.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
    )))
    from json_to_recordset(claims) as c ("streamId" text, scope text, key text, ulid text)
    join idempotency_keys k on k.scope = c.scope and k.key = c.key
    where k.ulid <> c.ulid or k.status <> 'running'
  );
end
$$;

-- Claims idempotency keys. The same ulid is the same request, which may turn its running row into done.
create or replace function claim_idempotency_keys(claims json) returns void language plpgsql as $$
declare
  claimed integer;
begin
  insert into idempotency_keys as k (
    scope, key, operation_id, request_hash, field_hashes, ulid,
    status, response_status, response_body, lease_until, created_at
  )
  select
    c.scope, c.key, c."operationId", c."requestHash", c."fieldHashes", c.ulid,
    c.status, c."responseStatus", c."responseBody", c."leaseUntil", c."createdAt"
  from json_to_recordset(claims) as c (
    scope text, key text, "operationId" text, "requestHash" text, "fieldHashes" json, ulid text, status text,
    "responseStatus" integer, "responseBody" text, "leaseUntil" timestamptz, "createdAt" timestamptz
  )
  order by c.scope, c.key
  on conflict (scope, key) do update
    set status = excluded.status,
        response_status = excluded.response_status,
        response_body = excluded.response_body,
        lease_until = excluded.lease_until
    where k.ulid = excluded.ulid and k.status = 'running';
  get diagnostics claimed = row_count;
  if claimed < json_array_length(claims) then
    -- Somebody took one of them since held_keys looked. Tried again, held_keys finds it.
    raise exception using errcode = 'serialization_failure', message = 'An idempotency key was taken at this moment.';
  end if;
end
$$;

-- Keeps the results of any number of commands in one transaction and returns the public events among them as
-- enqueue_events does, null without any; or keeps nothing and returns what cannot be kept: the streams whose version is
-- another than the one decided on, and the appends whose idempotency key is held. No stream, no key of a public event and
-- no idempotency key may be of two appends. `keys` are the streams' and the public events'; other arguments are null when
-- there is nothing of their kind.
--
-- Rows are found by their keys, here and in apply_effects. A plan that was made while a table is small reads all of it,
-- and is kept while the table grows: so there is no other way to them.
--
-- The locks come first. A decision is checked against the version only under the stream's lock, and every statement
-- here takes a new snapshot, so the version that is read is the latest committed one.
create or replace function append_events(
  keys text[], stream_ids text[], versions integer[], new_events json, public_events json, claims json, effects json
) returns json language plpgsql
set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
declare
  changed text[];
  held json;
  enqueued json;
begin
  perform lock_aggregates(keys);

  select array_agg(s.stream_id) into changed
  from unnest(stream_ids, versions) as s (stream_id, version)
  where s.version is distinct from coalesce(
    (select e.version from events e where e.stream_id = s.stream_id order by e.version desc limit 1), 0);
  held := held_keys(claims);
  if changed is not null or held is not null then
    return json_build_object('changed', changed, 'held', held);
  end if;

  if claims is not null then
    perform claim_idempotency_keys(claims);
  end if;
  if new_events is not null then
    insert into events (stream_id, version, id, type, occurred_at, data)
    select * from json_to_recordset(new_events) as e (
      stream_id text, version integer, id text, type text, occurred_at timestamptz, data json
    );
  end if;
  if public_events is not null then
    enqueued := enqueue_events(public_events);
  end if;
  if effects is not null then
    perform apply_effects(effects);
  end if;
  return case when enqueued is not null then json_build_object('enqueued', enqueued) end;
end
$$;

-- The same for what was decided without a lock, as part of a larger statement: RP001 undoes that when a stream has changed
-- since it was read. Returns what was enqueued.
create or replace function append_unchanged(
  keys text[], stream_ids text[], versions integer[], new_events json, public_events json, claims json, effects json
) returns json language plpgsql as $$
declare
  outcome constant json := append_events(keys, stream_ids, versions, new_events, public_events, claims, effects);
begin
  if outcome is not null and outcome -> 'enqueued' is null then
    raise exception using errcode = 'RP001', message = 'A stream has changed since it was read.';
  end if;
  return outcome -> 'enqueued';
end
$$;
