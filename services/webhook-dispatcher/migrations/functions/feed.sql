-- version: 1
-- Each function takes what a batch brings as JSON and looks up a few rows by their keys. Their plans are made once per
-- connection, perhaps while a table is small and reading all of it is cheapest; the settings keep them to the indexes.

-- Locks the feeds of users, and their ordered endpoints: a delivery of these that ends at the same time must see the one
-- that is planned behind it, or be seen by it.
create or replace function lock_feeds(users bigint[]) returns void
language plpgsql set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
begin
  insert into event_feeds (user_id)
  select u.id from unnest(users) as u(id)
  where not exists (select from event_feeds f where f.user_id = u.id)
  order by u.id
  on conflict do nothing;

  perform from event_feeds f where f.user_id = any (users) order by f.user_id for update;
  perform from webhook_endpoints e
  where e.user_id = any (users) and e.is_enabled and e.is_ordered order by e.endpoint_id for update;
end
$$;

-- All that messages and their deliveries are made of.
create or replace function read_feeds(users bigint[], charge_ids text[], invoice_ids bigint[]) returns json
language plpgsql set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
begin
  return json_build_object(
    'feeds', (
      select json_agg(json_build_object(
        'user_id', wanted.id, 'last_sequence', coalesce(f.last_sequence, 0), 'last_webhook_id', f.last_webhook_id
      ))
      from unnest(users) as wanted(id) left join event_feeds f on f.user_id = wanted.id
    ),
    'charges', (
      select json_agg(json_build_object(
        'charge_id', wanted.id, 'webhook_url', c.webhook_url, 'summary', c.summary,
        'last_sequence', coalesce(
          (select w.charge_sequence from webhook_events w
           where w.charge_id = wanted.id and w.charge_sequence is not null order by w.charge_sequence desc limit 1), 0)
      ))
      from unnest(charge_ids) as wanted(id) left join charges c on c.charge_id = wanted.id
    ),
    'invoices', (
      select json_agg(json_build_object('invoice_id', i.invoice_id, 'gross_amount_minor', i.gross_amount_minor))
      from unnest(invoice_ids) as wanted(id) join charge_invoices i on i.invoice_id = wanted.id
    ),
    'endpoints', (
      select json_agg(json_build_object(
        'endpoint_id', e.endpoint_id, 'user_id', e.user_id, 'url', e.url, 'event_types', e.event_types,
        'is_ordered', e.is_ordered, 'has_slow_retries', e.has_slow_retries,
        'is_busy', e.is_ordered and exists (
          select from deliveries d where d.endpoint_id = e.endpoint_id and d.status = 'PENDING')
      ))
      from webhook_endpoints e where e.user_id = any (users) and e.is_enabled
    ),
    'settings', (
      select json_agg(s) from webhook_settings s where s.user_id = any (users)
    )
  );
end
$$;

-- Keeps what events told of charges and their invoices, as it was told first, and writes messages and the deliveries
-- that are planned of them. `feeds` holds the numbers behind which the messages were numbered: RP001 when one of them has
-- grown since. Where a delivery is planned, the commit waits for the disk: what was sent must not be numbered anew after
-- a crash.
create or replace function write_feeds(
  new_charges json, new_invoices json, feeds json, messages json, planned json,
  planned_at timestamptz, lease_ms integer, first_lease_token integer
) returns void
language plpgsql set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  unchanged integer;
begin
  insert into charges (charge_id, user_id, webhook_url, summary)
  select c.charge_id, c.user_id, c.webhook_url, c.summary
  from json_to_recordset(new_charges) as c(charge_id text, user_id bigint, webhook_url text, summary json)
  on conflict do nothing;

  insert into charge_invoices (invoice_id, charge_id, withdrawal_id, user_id, gross_amount_minor)
  select i.invoice_id, i.charge_id, i.withdrawal_id, i.user_id, i.gross_amount_minor
  from json_populate_recordset(null::charge_invoices, new_invoices) as i
  on conflict do nothing;

  if json_array_length(messages) = 0 then
    return;
  end if;
  if json_array_length(planned) > 0 then
    set local synchronous_commit = on;
  end if;

  insert into event_feeds (user_id)
  select n.user_id from json_to_recordset(feeds) as n(user_id bigint, last_sequence bigint)
  where n.last_sequence = 0 order by n.user_id
  on conflict do nothing;
  perform from json_to_recordset(feeds) as n(user_id bigint, last_sequence bigint)
  join event_feeds f on f.user_id = n.user_id and f.last_sequence = n.last_sequence
  order by f.user_id for update of f;
  get diagnostics unchanged = row_count;
  if unchanged < json_array_length(feeds) then
    raise exception using errcode = 'RP001', message = 'A feed has grown since its end was read.';
  end if;

  with written as (
    insert into webhook_events (
      webhook_id, user_id, sequence, charge_id, charge_sequence, invoice_id, withdrawal_id, event_type, body, created_at
    )
    select m.webhook_id, m.user_id, m.sequence, m.charge_id, m.charge_sequence, m.invoice_id, m.withdrawal_id, m.event_type, m.body,
      planned_at
    from json_populate_recordset(null::webhook_events, messages) as m
    returning user_id, sequence, webhook_id
  )
  update event_feeds f set last_sequence = l.sequence, last_webhook_id = l.webhook_id
  from (select distinct on (w.user_id) w.* from written w order by w.user_id, w.sequence desc) as l
  where f.user_id = l.user_id;

  insert into deliveries (
    delivery_id, webhook_id, user_id, endpoint_id, charge_id, event_type, sequence, url, receiver, has_slow_retries,
    status, next_attempt_at, lease_token, lease_until, created_at, updated_at
  )
  select
    p.delivery_id, p.webhook_id, p.user_id, p.endpoint_id, p.charge_id, p.event_type, p.sequence, p.url, p.receiver,
    coalesce(p.has_slow_retries, false), 'PENDING', case when not p.waits then planned_at end, case when p.is_leased then first_lease_token else 0 end,
    case when p.is_leased then clock_timestamp() + lease_ms * interval '1 millisecond' end, planned_at, planned_at
  from json_to_recordset(planned) as p(
    delivery_id text, webhook_id text, user_id bigint, endpoint_id text, charge_id text, event_type text,
    sequence bigint, url text, receiver text, has_slow_retries boolean, waits boolean, is_leased boolean
  );
end
$$;
