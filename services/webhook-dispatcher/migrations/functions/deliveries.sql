-- version: 1
-- Plans are kept to the indexes for the reason that feed.sql gives.

-- Leases deliveries that are due at `due_at`, to each receiver at most what `rooms` says, or else `room_of_others`.
-- The first column tells when the next comes due; a row of nulls behind it says that none was leased. It walks from one
-- receiver to the next by the index, so the many due deliveries of a dead one are never read.
create or replace function claim_deliveries(due_at timestamptz, lease_ms integer, rooms jsonb, room_of_others integer, at_most integer)
returns table (
  next_due_at timestamptz, delivery_id text, webhook_id text, user_id bigint, endpoint_id text, charge_id text, event_type text,
  url text, receiver text, attempts integer, attempts_in_round integer, has_slow_retries boolean, created_at timestamptz,
  lease_token integer, body text
)
language plpgsql set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
#variable_conflict use_column
begin
  return query
  with recursive receivers as (
    (
      select d.receiver as name from deliveries d
      where d.status = 'PENDING' and d.next_attempt_at is not null order by d.receiver limit 1
    )
    union all
    select (
      select d.receiver from deliveries d
      where d.status = 'PENDING' and d.next_attempt_at is not null and d.receiver > r.name
      order by d.receiver limit 1
    )
    from receivers r where r.name is not null
  ), due as (
    select d.delivery_id
    from receivers r
    cross join lateral (
      select d.delivery_id, d.next_attempt_at from deliveries d
      where d.status = 'PENDING' and d.receiver = r.name and d.next_attempt_at <= due_at
        and (d.lease_until is null or d.lease_until <= clock_timestamp())
      order by d.next_attempt_at
      limit coalesce((rooms ->> r.name)::integer, room_of_others)
      for update skip locked
    ) d
    order by d.next_attempt_at
    limit at_most
  ), leased as (
    update deliveries d
    set lease_token = d.lease_token + 1, lease_until = clock_timestamp() + lease_ms * interval '1 millisecond'
    from due
    where d.delivery_id = due.delivery_id
    returning d.*
  ), later as (
    select min(n.next_attempt_at) as at
    from receivers r
    cross join lateral (
      select d.next_attempt_at from deliveries d
      where d.status = 'PENDING' and d.receiver = r.name and d.next_attempt_at > due_at
      order by d.next_attempt_at limit 1
    ) n
  )
  select later.at, l.delivery_id, l.webhook_id, l.user_id, l.endpoint_id, l.charge_id, l.event_type, l.url, l.receiver,
    l.attempts, l.attempts_in_round, l.has_slow_retries, l.created_at, l.lease_token, m.body
  from later
  left join (leased l join webhook_events m on m.webhook_id = l.webhook_id) on true
  order by l.next_attempt_at;
end
$$;

-- Keeps what came of tries: where each delivery stands now, its log, and its public event. Returns for each, in order,
-- whether it was kept; one whose lease another has taken over is not. A delivery must not occur twice. Returns, too,
-- the events of those that were kept, as enqueue_events does.
-- The updated rows are locked until the commit, and a delivery's events are only written here: that is the lock on the
-- keys which enqueue_events wants.
-- `endpoints` tells of each endpoint among them since when its tries fail, null when one of these did not; it is null
-- where all deliveries go to charges' own addresses. An ordered endpoint's next delivery comes due when no other is.
-- The commit waits for the disk where a person awaits it, or an ordered endpoint's next delivery follows. A crash of the
-- server may take other tries back; they are made again then, under the same webhook-id.
create or replace function record_attempts(attempts json, endpoints json, is_awaited boolean) returns json
language plpgsql set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  kept bigint[];
  events json;
  enqueued json;
  releases_next boolean;
begin
  -- Endpoints before deliveries, as a change of an endpoint locks them. One whose tries only succeed is not written below.
  with locked as (
    select e.is_ordered
    from json_to_recordset(endpoints) as t(endpoint_id text, failing_since timestamptz)
    join webhook_endpoints e on e.endpoint_id = t.endpoint_id
    where e.is_ordered or e.failing_since is not null or t.failing_since is not null
    order by e.endpoint_id for update of e
  )
  select coalesce(bool_or(l.is_ordered), false) into releases_next from locked l;
  if not is_awaited and not releases_next then
    set local synchronous_commit = off;
  end if;

  with incoming as (
    select *
    from rows from (
      json_to_recordset(attempts) as (
        delivery_id text, lease_token integer, url text, status text, attempts integer, attempts_in_round integer,
        next_attempt_at timestamptz, ended_at timestamptz, trigger text, started_at timestamptz, duration_ms integer,
        response_status integer, response_body text, failure text, event json
      )
    ) with ordinality as a(
      delivery_id, lease_token, url, status, attempts, attempts_in_round, next_attempt_at, ended_at, trigger, started_at,
      duration_ms, response_status, response_body, failure, event, place
    )
  ), leased as (
    -- One by one: few deliveries are leased, so a join would read all of them for those. Ordered by id, as a change of an
    -- endpoint locks them.
    select i.*
    from (select * from incoming order by delivery_id) i
    cross join lateral (
      select from deliveries d
      where d.delivery_id = i.delivery_id and d.lease_token = i.lease_token and d.lease_until is not null
      for update
    ) as d
  ), ended as (
    update deliveries d
    set status = l.status, attempts = l.attempts, attempts_in_round = l.attempts_in_round,
        -- Nothing is planned for an endpoint that was switched off meanwhile.
        next_attempt_at = case
          when d.endpoint_id is null
            or exists (select from webhook_endpoints e where e.endpoint_id = d.endpoint_id and e.is_enabled)
          then l.next_attempt_at
        end,
        lease_until = null, updated_at = l.ended_at
    from leased l
    -- By id: a row that was waited for has moved, and this statement knows only where it was.
    where d.delivery_id = l.delivery_id
    returning l.*
  ), logged as (
    insert into delivery_attempts (
      delivery_id, attempt_number, trigger, url, started_at, duration_ms, response_status, response_body, failure
    )
    select
      e.delivery_id, e.attempts, e.trigger, e.url, e.started_at, e.duration_ms, e.response_status, e.response_body, e.failure
    from ended e
  )
  select coalesce(array_agg(e.place), '{}'), json_agg(e.event order by e.place) into kept, events from ended e;

  if events is not null then
    enqueued := enqueue_events(events);
  end if;
  if endpoints is not null then
    update webhook_endpoints e set failing_since = t.failing_since
    from json_to_recordset(endpoints) as t(endpoint_id text, failing_since timestamptz)
    where e.endpoint_id = t.endpoint_id and (e.failing_since is null) <> (t.failing_since is null);
    perform release_next(t.endpoint_id) from json_to_recordset(endpoints) as t(endpoint_id text);
  end if;
  return json_build_object(
    'kept', array(select place = any (kept) from generate_series(1, json_array_length(attempts)) as place order by place),
    'enqueued', enqueued
  );
end
$$;

-- Makes the next waiting delivery of an ordered endpoint due, unless one is under way already or the endpoint is off.
create or replace function release_next(of_endpoint text) returns void
language sql set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
  update deliveries d set next_attempt_at = d.created_at
  where d.delivery_id = (
      select w.delivery_id from deliveries w
      where w.endpoint_id = of_endpoint and w.status = 'PENDING' order by w.sequence limit 1
    )
    and d.next_attempt_at is null
    and exists (select from webhook_endpoints e where e.endpoint_id = of_endpoint and e.is_ordered and e.is_enabled)
    and not exists (
      select from deliveries a
      where a.endpoint_id = of_endpoint and a.status = 'PENDING' and a.next_attempt_at is not null
    )
$$;
