-- What is written beside the events of a charge, in their transaction.
create or replace function apply_effects(stream_id text, effects jsonb) returns void language plpgsql as $$
begin
  perform count_charge(effects -> 'charge');

  insert into charges as c
  select * from jsonb_populate_record(null::charges, effects -> 'charge')
  on conflict (charge_id) do update set
    status = excluded.status,
    status_reason = excluded.status_reason,
    fee_amount_minor = excluded.fee_amount_minor,
    net_amount_minor = excluded.net_amount_minor,
    shared_amount_minor = excluded.shared_amount_minor,
    dispute_reserve_minor = excluded.dispute_reserve_minor,
    refunded_amount_minor = excluded.refunded_amount_minor,
    fees = excluded.fees,
    shares = excluded.shares,
    paid_attempt_id = excluded.paid_attempt_id,
    paid_at = excluded.paid_at,
    updated_at = excluded.updated_at;

  if effects ? 'attempts' then
    perform keep_attempts(effects -> 'attempts');
  end if;
  if effects ? 'awaited' then
    insert into awaited_offers (attempt_id, charge_id, gateway_options, due_at)
    select w.attempt_id, apply_effects.stream_id, w.gateway_options, w.due_at
    from jsonb_populate_record(null::awaited_offers, effects -> 'awaited') as w;
  end if;
  if effects ? 'payer' then
    insert into payer_data
    select * from jsonb_populate_record(null::payer_data, effects -> 'payer');
  end if;
  if effects ? 'splitConfig' then
    insert into split_configs (charge_id, items) values (apply_effects.stream_id, effects -> 'splitConfig');
  end if;
  -- Last, so that a key that was used before undoes all of the above.
  if effects ? 'attemptKey' then
    insert into attempt_keys
    select * from jsonb_populate_record(null::attempt_keys, effects -> 'attemptKey');
  end if;
end
$$;

create function keep_attempts(attempt_rows jsonb) returns void language sql as $$
  insert into attempts as a
  select * from jsonb_populate_recordset(null::attempts, attempt_rows)
  on conflict (attempt_id) do update set
    invoice_id = excluded.invoice_id,
    status = excluded.status,
    status_reason = excluded.status_reason,
    gateway_status = excluded.gateway_status,
    emv = excluded.emv,
    qr_code_base64 = excluded.qr_code_base64,
    expires_at = excluded.expires_at,
    updated_at = excluded.updated_at;

  -- REQUESTED is the one situation in which an answer is awaited.
  delete from awaited_offers w
  using jsonb_populate_recordset(null::attempts, attempt_rows) as r
  where w.attempt_id = r.attempt_id and r.gateway_status <> 'REQUESTED';
$$;

-- Moves one charge from the count of the status it had to the count of the one it gets.
create function count_charge(charge jsonb) returns void language plpgsql as $$
declare
  before text;
begin
  select c.status into before from charges c where c.charge_id = charge ->> 'charge_id';
  if before is not distinct from charge ->> 'status' then
    return;
  end if;
  if before is not null then
    perform add_to_count((charge ->> 'user_id')::bigint, before, -1);
  end if;
  perform add_to_count((charge ->> 'user_id')::bigint, charge ->> 'status', 1);
end
$$;

-- More shards than a service has connections: two that meet wait for each other's commit and nothing worse.
create function add_to_count(merchant bigint, counted_status text, change integer) returns void language sql as $$
  insert into charge_counts as n (user_id, status, shard, total)
  values (merchant, counted_status, pg_backend_pid() % 64, change)
  on conflict (user_id, status, shard) do update set total = n.total + excluded.total;
$$;
