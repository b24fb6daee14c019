-- version: 2
-- The rows written beside the events of charges, in their transaction, by table and in any number. New rows come apart
-- from changed ones, so that neither has to look for the other.
create or replace function apply_effects(effects json) returns void language plpgsql as $$
declare
  given record;
begin
  select * into given from json_to_record(effects) as e (
    "newCharges" json, charges json, counts json, "newAttempts" json, attempts json, awaited json, answered json,
    surpluses json, payers json, "splitConfigs" json, "attemptKeys" json, refunds json
  );
  -- First, because a key that was used before undoes everything.
  if given."attemptKeys" is not null then
    insert into attempt_keys (user_id, attempt_key, charge_id, attempt_id)
    select user_id, attempt_key, charge_id, attempt_id
    from json_populate_recordset(null::attempt_keys, given."attemptKeys");
  end if;
  if given."newCharges" is not null then
    insert into charges (
      charge_id, user_id, kind, status, status_reason, gross_amount_minor, fee_amount_minor, net_amount_minor,
      shared_amount_minor, dispute_reserve_minor, refunded_amount_minor, paid_amount_minor, currency, description,
      external_reference, webhook_url, redirect_url, methods, installments_max, attempts_max, client_mode, fees,
      shares, paid_attempt_id, paid_at, expires_at, created_at, updated_at
    )
    select
      charge_id, user_id, kind, status, status_reason, gross_amount_minor, fee_amount_minor, net_amount_minor,
      shared_amount_minor, dispute_reserve_minor, refunded_amount_minor, paid_amount_minor, currency, description,
      external_reference, webhook_url, redirect_url, methods, installments_max, attempts_max, client_mode, fees,
      shares, paid_attempt_id, paid_at, expires_at, created_at, updated_at
    from json_populate_recordset(null::charges, given."newCharges");
  end if;
  if given.charges is not null then
    perform change_charges(given.charges);
  end if;
  if given.counts is not null then
    perform count_charges(given.counts);
  end if;
  if given."newAttempts" is not null then
    insert into attempts (
      attempt_id, charge_id, user_id, payment_id, invoice_id, payment_method, status, status_reason, gateway_status,
      gross_amount_minor, currency, installments, checkout_meta, fx, redirect_url, decline_code, is_retryable, shares,
      expires_at, created_at, updated_at, end_to_end_id
    )
    select
      attempt_id, charge_id, user_id, payment_id, invoice_id, payment_method, status, status_reason, gateway_status,
      gross_amount_minor, currency, installments, checkout_meta, fx, redirect_url, decline_code, is_retryable, shares,
      expires_at, created_at, updated_at, end_to_end_id
    from json_populate_recordset(null::attempts, given."newAttempts");
  end if;
  if given.attempts is not null then
    perform change_attempts(given.attempts);
  end if;
  if given.awaited is not null then
    insert into awaited_offers (attempt_id, charge_id, gateway_options, due_at)
    select w.attempt_id, w.charge_id, w.gateway_options, w.due_at
    from json_to_recordset(given.awaited) as w (attempt_id text, charge_id text, gateway_options json, due_at timestamptz);
  end if;
  if given.answered is not null then
    delete from awaited_offers w
    using json_to_recordset(given.answered) as r (attempt_id text) where w.attempt_id = r.attempt_id;
  end if;
  if given.surpluses is not null then
    perform replace_surpluses(given.surpluses);
  end if;
  if given.refunds is not null then
    insert into charge_refunds (refund_id, charge_id, user_id)
    select refund_id, charge_id, user_id
    from json_populate_recordset(null::charge_refunds, given.refunds)
    on conflict do nothing;
  end if;
  if given.payers is not null then
    -- A payer who tells of themselves when paying fills in what is missing; what is known stays. Name and e-mail that the
    -- merchant filled in are shown on the page, and no payer's are to be shown to the next who opens it.
    insert into payer_data as p (charge_id, name, email, phone, document, document_type, source)
    select charge_id, name, email, phone, document, document_type, source
    from json_populate_recordset(null::payer_data, given.payers)
    on conflict (charge_id) do update set
      name = coalesce(p.name, case when p.source = 'COLLECT_AT_CHECKOUT' then excluded.name end),
      email = coalesce(p.email, case when p.source = 'COLLECT_AT_CHECKOUT' then excluded.email end),
      document_type = case when p.document is null then excluded.document_type else p.document_type end,
      document = coalesce(p.document, excluded.document);
  end if;
  if given."splitConfigs" is not null then
    insert into split_configs (charge_id, items)
    select charge_id, items
    from json_populate_recordset(null::split_configs, given."splitConfigs");
  end if;
end
$$;

create or replace function change_charges(changes json) returns void language plpgsql as $$
begin
  update charges c set
    status = r.status,
    status_reason = r.status_reason,
    fee_amount_minor = r.fee_amount_minor,
    net_amount_minor = r.net_amount_minor,
    shared_amount_minor = r.shared_amount_minor,
    dispute_reserve_minor = r.dispute_reserve_minor,
    refunded_amount_minor = r.refunded_amount_minor,
    paid_amount_minor = r.paid_amount_minor,
    fees = r.fees,
    shares = r.shares,
    paid_attempt_id = r.paid_attempt_id,
    paid_at = r.paid_at,
    updated_at = r.updated_at
  from json_to_recordset(changes) as r (
    charge_id text, status text, status_reason text, fee_amount_minor bigint, net_amount_minor bigint,
    shared_amount_minor bigint, dispute_reserve_minor bigint, refunded_amount_minor bigint, paid_amount_minor bigint,
    fees json, shares json, paid_attempt_id text, paid_at timestamptz, updated_at timestamptz
  )
  where c.charge_id = r.charge_id;
end
$$;

create or replace function change_attempts(changes json) returns void language plpgsql as $$
begin
  update attempts a set
    invoice_id = r.invoice_id,
    status = r.status,
    status_reason = r.status_reason,
    gateway_status = r.gateway_status,
    checkout_meta = r.checkout_meta,
    decline_code = r.decline_code,
    is_retryable = r.is_retryable,
    end_to_end_id = r.end_to_end_id,
    expires_at = r.expires_at,
    updated_at = r.updated_at
  from json_to_recordset(changes) as r (
    attempt_id text, invoice_id bigint, status text, status_reason text, gateway_status text, checkout_meta json,
    decline_code text, is_retryable boolean, end_to_end_id text, expires_at timestamptz, updated_at timestamptz
  )
  where a.attempt_id = r.attempt_id;
end
$$;

-- Moves charges from the count of the status they had to the count of the one they get. There are more shards than a
-- service has connections: two that meet wait for each other's commit and nothing worse.
create or replace function count_charges(changes json) returns void language plpgsql as $$
begin
  insert into charge_counts as n (user_id, status, shard, total)
  select r.user_id, r.status, pg_backend_pid() % 64, sum(r.change)
  from json_to_recordset(changes) as r (user_id bigint, status text, change bigint)
  group by r.user_id, r.status
  order by r.user_id, r.status
  on conflict (user_id, status, shard) do update set total = n.total + excluded.total;
end
$$;

-- All of a charge's come together: they are few.
create or replace function replace_surpluses(surplus_rows json) returns void language plpgsql as $$
begin
  delete from surpluses s
  where s.charge_id in (select r.charge_id from json_to_recordset(surplus_rows) as r (charge_id text));
  insert into surpluses (
    charge_id, user_id, attempt_id, payment_id, provider_reference, invoice_id, amount_minor, currency, reason,
    standing, refund_id, resolved_by, received_at, recorded_at
  )
  select
    charge_id, user_id, attempt_id, payment_id, provider_reference, invoice_id, amount_minor, currency, reason,
    standing, refund_id, resolved_by, received_at, recorded_at
  from json_populate_recordset(null::surpluses, surplus_rows);
end
$$;
