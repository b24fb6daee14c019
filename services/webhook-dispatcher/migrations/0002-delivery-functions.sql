-- Each function takes what a batch brings as JSON and looks up a few rows by their keys. Their plans are made once per
-- connection, perhaps while a table is small and reading all of it is cheapest; the settings keep them to the indexes.

-- Keeps what events told of charges and their invoices, then returns what is known of those that were paid.
create function learn_of_charges(new_charges jsonb, new_invoices jsonb, paid jsonb)
returns table (
  charge_id text, webhook_url text, kind text, gross_amount_minor bigint, expires_at timestamptz, created_at timestamptz,
  attempt_amount_minor bigint, last_webhook_id text, last_sequence integer
)
language plpgsql set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
#variable_conflict use_column
begin
  insert into charges (charge_id, user_id, webhook_url, kind, gross_amount_minor, expires_at, created_at)
  select c.charge_id, c.user_id, c.webhook_url, c.kind, c.gross_amount_minor, c.expires_at, c.created_at
  from jsonb_populate_recordset(null::charges, new_charges) as c
  on conflict do nothing;

  insert into charge_invoices (invoice_id, charge_id, user_id, gross_amount_minor)
  select i.invoice_id, i.charge_id, i.user_id, i.gross_amount_minor
  from jsonb_populate_recordset(null::charge_invoices, new_invoices) as i
  on conflict do nothing;

  return query
  select c.charge_id, c.webhook_url, c.kind, c.gross_amount_minor, c.expires_at, c.created_at,
    i.gross_amount_minor, m.webhook_id, m.sequence
  from jsonb_to_recordset(paid) as p(charge_id text, invoice_id bigint)
  join charges c on c.charge_id = p.charge_id
  join charge_invoices i on i.invoice_id = p.invoice_id
  left join lateral (
    select w.webhook_id, w.sequence from webhook_messages w
    where w.charge_id = p.charge_id order by w.sequence desc limit 1
  ) m on true;
end
$$;

-- Leases deliveries that are due at `due_at`, to each receiver at most what `rooms` says, or else `room_of_others`.
-- The first column tells when the next comes due; a row of nulls behind it says that none was leased. It walks from one
-- receiver to the next by the index, so the many due deliveries of a dead one are never read.
create function claim_deliveries(due_at timestamptz, lease_ms integer, rooms jsonb, room_of_others integer, at_most integer)
returns table (
  next_due_at timestamptz, delivery_id text, webhook_id text, user_id bigint, charge_id text, event_type text, url text,
  receiver text, attempts integer, attempts_in_round integer, created_at timestamptz, lease_token integer, body text
)
language plpgsql set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
#variable_conflict use_column
begin
  return query
  with recursive receivers as (
    (select d.receiver as name from deliveries d where d.status = 'PENDING' order by d.receiver limit 1)
    union all
    select (
      select d.receiver from deliveries d
      where d.status = 'PENDING' and d.receiver > r.name order by d.receiver limit 1
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
  select later.at, l.delivery_id, l.webhook_id, l.user_id, l.charge_id, l.event_type, l.url, l.receiver, l.attempts,
    l.attempts_in_round, l.created_at, l.lease_token, m.body
  from later
  left join (leased l join webhook_messages m on m.webhook_id = l.webhook_id) on true
  order by l.next_attempt_at;
end
$$;

-- Keeps what came of tries: where each delivery stands now, its log, and its public event. Returns for each, in order,
-- whether it was kept; one whose lease another has taken over is not. A delivery must not occur twice.
-- The updated rows are locked until the commit, and a delivery's events are only written here: that is the lock on the
-- keys which enqueue_events wants.
create function record_attempts(attempts json) returns boolean[]
language plpgsql set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  kept bigint[];
  events json;
begin
  with incoming as (
    select *
    from rows from (
      json_to_recordset(attempts) as (
        delivery_id text, lease_token integer, status text, attempts integer, attempts_in_round integer,
        next_attempt_at timestamptz, ended_at timestamptz, trigger text, started_at timestamptz, duration_ms integer,
        response_status integer, response_body text, failure text, event json
      )
    ) with ordinality as a(
      delivery_id, lease_token, status, attempts, attempts_in_round, next_attempt_at, ended_at, trigger, started_at,
      duration_ms, response_status, response_body, failure, event, place
    )
  ), leased as (
    -- One by one: few deliveries are leased, so a join would read all of them for those. The lock keeps them where they are.
    select i.*, d.row_id
    from incoming i
    cross join lateral (
      select d.ctid as row_id from deliveries d
      where d.delivery_id = i.delivery_id and d.lease_token = i.lease_token and d.lease_until is not null
      for update
    ) as d
  ), ended as (
    update deliveries d
    set status = l.status, attempts = l.attempts, attempts_in_round = l.attempts_in_round,
        next_attempt_at = l.next_attempt_at, lease_until = null, updated_at = l.ended_at
    from leased l
    where d.ctid = l.row_id
    returning l.*
  ), logged as (
    insert into delivery_attempts (
      delivery_id, attempt_number, trigger, started_at, duration_ms, response_status, response_body, failure
    )
    select e.delivery_id, e.attempts, e.trigger, e.started_at, e.duration_ms, e.response_status, e.response_body, e.failure
    from ended e
  )
  select coalesce(array_agg(e.place), '{}'), json_agg(e.event order by e.place) into kept, events from ended e;

  if events is not null then
    perform enqueue_events(events);
  end if;
  return array(select place = any (kept) from generate_series(1, json_array_length(attempts)) as place order by place);
end
$$;
