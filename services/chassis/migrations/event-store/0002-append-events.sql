-- Claims the idempotency keys of the appends at the given places. The same ulid is the same request, which may turn
-- its running row into done; whoever holds the key otherwise keeps it. Answers the places whose key was had.
create function claim_idempotency_keys(appends jsonb, places bigint[]) returns bigint[] language plpgsql as $$
declare
  had bigint[];
begin
  with wanted as (
    select p.place, appends -> (p.place - 1)::integer -> 'idempotency' as i from unnest(places) as p(place)
  ), claimed as (
    insert into idempotency_keys as k (
      scope, key, operation_id, request_hash, field_hashes, ulid,
      status, response_status, response_body, lease_until, created_at
    )
    select
      i ->> 'scope', i ->> 'key', i ->> 'operationId', i ->> 'requestHash', i -> 'fieldHashes', i ->> 'ulid',
      i ->> 'status', (i ->> 'responseStatus')::integer, i ->> 'responseBody',
      (i ->> 'leaseUntil')::timestamptz, (i ->> 'createdAt')::timestamptz
    from wanted
    where i is not null
    order by i ->> 'scope', i ->> 'key'
    on conflict (scope, key) do update
      set status = excluded.status,
          response_status = excluded.response_status,
          response_body = excluded.response_body,
          lease_until = excluded.lease_until
      where k.ulid = excluded.ulid and k.status = 'running'
    returning k.scope, k.key
  )
  select coalesce(array_agg(w.place), '{}') into had
  from wanted w
  where w.i is null or exists (select from claimed c where c.scope = w.i ->> 'scope' and c.key = w.i ->> 'key');
  return had;
end
$$;

-- The row somebody else holds, in the words of the code.
create function idempotency_row(row_scope text, row_key text) returns jsonb language sql as $$
  select jsonb_build_object(
    'scope', k.scope, 'key', k.key, 'operationId', k.operation_id, 'requestHash', k.request_hash,
    'fieldHashes', k.field_hashes, 'ulid', k.ulid, 'status', k.status, 'responseStatus', k.response_status,
    'responseBody', k.response_body,
    'leaseUntil', to_char(k.lease_until at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'createdAt', to_char(k.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
  )
  from idempotency_keys k where k.scope = row_scope and k.key = row_key
$$;

-- Keeps the results of any number of commands in one transaction; each stands by itself, and no stream and no
-- idempotency key may occur twice. Answers one outcome per append, in order. Only faults and unique violations raise.
--
-- The locks come first. A decision is checked against the version only under the stream's lock, and every statement
-- here takes a new snapshot, so the version that is read is the latest committed one.
create function append_events(appends jsonb) returns jsonb language plpgsql as $$
declare
  fresh bigint[];
  accepted bigint[];
  public_events jsonb[];
begin
  perform lock_aggregates((
    select jsonb_agg(distinct locked.key)
    from jsonb_array_elements(appends) as a(item)
    cross join lateral (
      select a.item ->> 'streamId' as key
      union all
      select p.row ->> 'aggregateid' from jsonb_array_elements(a.item -> 'publicEvents') as p(row)
    ) as locked
  ));

  select coalesce(array_agg(a.ordinal), '{}') into fresh
  from jsonb_array_elements(appends) with ordinality as a(item, ordinal)
  where (a.item ->> 'expectedVersion')::integer = (
    select coalesce(max(e.version), 0) from events e where e.stream_id = a.item ->> 'streamId'
  );

  accepted := claim_idempotency_keys(appends, fresh);

  insert into events (stream_id, version, id, type, data)
  select
    a.item ->> 'streamId', (a.item ->> 'expectedVersion')::integer + e.ordinal,
    e.row ->> 'id', e.row ->> 'type', e.row -> 'data'
  from jsonb_array_elements(appends) with ordinality as a(item, ordinal)
  cross join lateral jsonb_array_elements(a.item -> 'events') with ordinality as e(row, ordinal)
  where a.ordinal = any (accepted);

  select array_agg(p.row order by a.ordinal, p.ordinal) into public_events
  from jsonb_array_elements(appends) with ordinality as a(item, ordinal)
  cross join lateral jsonb_array_elements(a.item -> 'publicEvents') with ordinality as p(row, ordinal)
  where a.ordinal = any (accepted);
  if public_events is not null then
    perform enqueue_events(public_events);
  end if;

  perform apply_effects(a.item ->> 'streamId', a.item -> 'effects')
  from jsonb_array_elements(appends) with ordinality as a(item, ordinal)
  where a.ordinal = any (accepted) and a.item -> 'effects' is not null;

  return (
    select jsonb_agg(
      case
        when a.ordinal = any (accepted) then jsonb_build_object(
          'outcome', 'appended',
          'version', (a.item ->> 'expectedVersion')::integer + jsonb_array_length(a.item -> 'events'))
        when a.ordinal = any (fresh) then jsonb_build_object(
          'outcome', 'idempotency_conflict',
          'existing', idempotency_row(a.item -> 'idempotency' ->> 'scope', a.item -> 'idempotency' ->> 'key'))
        else jsonb_build_object('outcome', 'version_conflict')
      end
      order by a.ordinal)
    from jsonb_array_elements(appends) with ordinality as a(item, ordinal)
  );
end
$$;

-- The same within a larger transaction, which a unique violation must not abort: it is undone and told.
create function append_events_guarded(appends jsonb) returns jsonb language plpgsql as $$
declare
  violated text;
begin
  return append_events(appends);
exception when unique_violation then
  get stacked diagnostics violated = constraint_name;
  return jsonb_build_array(jsonb_build_object('outcome', 'unique_violation', 'constraint', violated));
end
$$;
