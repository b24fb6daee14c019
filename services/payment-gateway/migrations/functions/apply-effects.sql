-- version: 2
-- The rows written beside the events of payments and payouts, in their transaction, by table and in any number. New
-- rows come apart from changed ones, so that neither has to look for the other.
create or replace function apply_effects(effects json) returns void language plpgsql as $$
declare
  given record;
begin
  select * into given from json_to_record(effects) as e (
    "openCharges" json, "newPayments" json, payments json, payers json, receipts json, "refundReferences" json,
    "newPayouts" json, payouts json
  );
  if given."newPayments" is not null then
    insert into payments (
      payment_id, invoice_id, user_id, charge_id, attempt_id, payment_method, provider, provider_reference, status,
      amount_minor, currency, external_reference, expires_at, due_at, asked_count, created_at, updated_at
    )
    select
      payment_id, invoice_id, user_id, charge_id, attempt_id, payment_method, provider, provider_reference, status,
      amount_minor, currency, external_reference, expires_at, due_at, asked_count, created_at, updated_at
    from json_populate_recordset(null::payments, given."newPayments");
  end if;
  -- After the payment's row: the consumer that ends the charge sees one or the other.
  if given."openCharges" is not null then
    perform require_open_charges(given."openCharges");
  end if;
  if given.payments is not null then
    perform change_payments(given.payments);
  end if;
  if given.payers is not null then
    insert into payers (payment_id, name, email, document)
    select y.payment_id, y.name, y.email, y.document
    from json_to_recordset(given.payers) as y (payment_id text, name text, email text, document text);
  end if;
  if given.receipts is not null then
    insert into receipts (provider, provider_reference, payment_id, amount_minor, received_at, recorded_at)
    select provider, provider_reference, payment_id, amount_minor, received_at, recorded_at
    from json_populate_recordset(null::receipts, given.receipts);
  end if;
  if given."refundReferences" is not null then
    insert into refund_references (provider, provider_reference, payment_id)
    select provider, provider_reference, payment_id
    from json_populate_recordset(null::refund_references, given."refundReferences");
  end if;
  if given."newPayouts" is not null then
    insert into payouts (
      withdrawal_id, invoice_id, user_id, provider, provider_reference, status, amount_minor, currency, due_at,
      asked_count, created_at, updated_at, rail, payout_minor
    )
    select
      withdrawal_id, invoice_id, user_id, provider, provider_reference, status, amount_minor, currency, due_at,
      -- The release before names no rail.
      asked_count, created_at, updated_at, coalesce(rail, 'CRYPTO'), payout_minor
    from json_populate_recordset(null::payouts, given."newPayouts");
  end if;
  if given.payouts is not null then
    perform change_payouts(given.payouts);
  end if;
end
$$;

create or replace function change_payments(changes json) returns void language plpgsql as $$
begin
  update payments p set
    status = r.status,
    provider_reference = r.provider_reference,
    due_at = r.due_at,
    asked_count = 0,
    updated_at = r.updated_at
  from json_to_recordset(changes) as r (
    payment_id text, status text, provider_reference text, due_at timestamptz, updated_at timestamptz
  )
  where p.payment_id = r.payment_id;
end
$$;

create or replace function change_payouts(changes json) returns void language plpgsql as $$
begin
  update payouts p set
    status = r.status,
    provider_reference = r.provider_reference,
    due_at = r.due_at,
    asked_count = 0,
    updated_at = r.updated_at,
    settled_at = coalesce(r.settled_at, p.settled_at),
    returned_minor = coalesce(r.returned_minor, p.returned_minor)
  from json_to_recordset(changes) as r (
    withdrawal_id text, status text, provider_reference text, due_at timestamptz, updated_at timestamptz,
    settled_at timestamptz, returned_minor bigint
  )
  where p.withdrawal_id = r.withdrawal_id;
  -- The receiver's data goes some time after the end.
  update payout_receivers v set ended_at = r.updated_at
  from json_to_recordset(changes) as r (withdrawal_id text, status text, updated_at timestamptz)
  where v.withdrawal_id = r.withdrawal_id and v.ended_at is null and r.status in ('paid', 'failed', 'returned');
end
$$;
