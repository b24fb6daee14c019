-- A charge can be paid in more ways than PIX, and ends in more ways than by being paid.
alter table charges add column redirect_url text;
-- What is booked as paid; less than gross_amount_minor where less was accepted for the whole.
alter table charges add column paid_amount_minor bigint;
update charges set paid_amount_minor = gross_amount_minor where status = 'PAID';
-- A charge of which less was accepted is divided as what it brought.
alter table charges drop constraint charges_add_up;
alter table charges add constraint charges_add_up check (
  coalesce(paid_amount_minor, gross_amount_minor) = fee_amount_minor + net_amount_minor and net_amount_minor >= 0
);
-- What the janitor expires.
create index charges_by_expiry on charges (expires_at) where status = 'PENDING';

alter table attempts add column installments integer not null default 1;
-- What the payer needs, by method.
alter table attempts add column checkout_meta jsonb;
alter table attempts add column fx jsonb;
alter table attempts add column redirect_url text;
alter table attempts add column decline_code text;
alter table attempts add column is_retryable boolean;
update attempts
set checkout_meta = jsonb_build_object('method', 'PIX', 'emv', emv, 'qrCodeBase64', qr_code_base64)
where emv is not null;
alter table attempts drop column emv;
alter table attempts drop column qr_code_base64;

-- Money beside a charge: held for the merchant to decide, kept, or on its way back.
create table surpluses (
  charge_id text collate "C" not null,
  user_id bigint not null,
  attempt_id text not null,
  payment_id text not null,
  provider_reference text not null,
  invoice_id bigint not null,
  amount_minor bigint not null check (amount_minor > 0),
  currency text not null,
  reason text not null,
  standing text not null,
  refund_id text,
  received_at timestamptz not null,
  recorded_at timestamptz not null
);
create index surpluses_by_charge on surpluses (charge_id, recorded_at);

-- What a merchant wants done with money that is not exactly what was asked for. No row: the defaults of the code.
create table payment_rules (
  user_id bigint primary key,
  late text not null check (late in ('accept', 'refund', 'hold')),
  overpaid text not null check (overpaid in ('accept', 'refund', 'hold')),
  underpaid text not null check (underpaid in ('accept', 'refund', 'hold')),
  duplicate text not null check (duplicate in ('accept', 'refund', 'hold')),
  updated_at timestamptz not null
);

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
    paid_amount_minor = excluded.paid_amount_minor,
    fees = excluded.fees,
    shares = excluded.shares,
    paid_attempt_id = excluded.paid_attempt_id,
    paid_at = excluded.paid_at,
    updated_at = excluded.updated_at;

  if effects ? 'attempts' then
    perform keep_attempts(effects -> 'attempts');
  end if;
  if effects ? 'surpluses' then
    delete from surpluses s where s.charge_id = apply_effects.stream_id;
    insert into surpluses
    select * from jsonb_populate_recordset(null::surpluses, effects -> 'surpluses');
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

create or replace function keep_attempts(attempt_rows jsonb) returns void language sql as $$
  insert into attempts as a
  select * from jsonb_populate_recordset(null::attempts, attempt_rows)
  on conflict (attempt_id) do update set
    invoice_id = excluded.invoice_id,
    status = excluded.status,
    status_reason = excluded.status_reason,
    gateway_status = excluded.gateway_status,
    checkout_meta = excluded.checkout_meta,
    decline_code = excluded.decline_code,
    is_retryable = excluded.is_retryable,
    expires_at = excluded.expires_at,
    updated_at = excluded.updated_at;

  -- An answer is awaited while an attempt was only asked for. A card is charged by the asking, so it is looked after
  -- until its outcome is certain.
  delete from awaited_offers w
  using jsonb_populate_recordset(null::attempts, attempt_rows) as r
  where w.attempt_id = r.attempt_id
    and not (r.status = 'PENDING' and r.gateway_status = 'REQUESTED')
    and not (r.payment_method = 'CREDIT_CARD' and r.status in ('PENDING', 'PROCESSING'));
$$;
