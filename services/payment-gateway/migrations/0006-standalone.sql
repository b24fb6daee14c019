-- Who pays a payment that stands alone is shown to its merchant again, word for word.
alter table payers
  add column phone text,
  add column document_type text;

-- As before, with what is new of the payer. Runs inside append_events: the read row, the payer and the receipts commit with the events or not at all.
create or replace function apply_effects(stream_id text, effects jsonb) returns void language plpgsql as $$
begin
  insert into payments (
    payment_id, invoice_id, user_id, charge_id, attempt_id, payment_method, provider, provider_reference, status,
    amount_minor, currency, external_reference, expires_at, due_at, created_at, updated_at
  )
  select
    stream_id, p.invoice_id, p.user_id, p.charge_id, p.attempt_id, p.payment_method, p.provider, p.provider_reference,
    p.status, p.amount_minor, p.currency, p.external_reference, p.expires_at, p.due_at, p.at, p.at
  from jsonb_to_record(effects -> 'payment') as p (
    invoice_id bigint, user_id bigint, charge_id text, attempt_id text, payment_method text, provider text,
    provider_reference text, status text, amount_minor bigint, currency text, external_reference text,
    expires_at timestamptz, due_at timestamptz, at timestamptz
  )
  on conflict (payment_id) do update set
    status = excluded.status,
    provider_reference = excluded.provider_reference,
    due_at = excluded.due_at,
    asked_count = 0,
    updated_at = excluded.updated_at;

  if effects ? 'payer' then
    insert into payers (payment_id, name, email, document, phone, document_type)
    select stream_id, p.name, p.email, p.document, p.phone, p."documentType"
    from jsonb_to_record(effects -> 'payer') as p (
      name text, email text, document text, phone text, "documentType" text
    );
  end if;

  if effects ? 'receipts' then
    insert into receipts (provider, provider_reference, payment_id, amount_minor, received_at, recorded_at)
    select r.provider, r.provider_reference, stream_id, r.amount_minor, r.received_at, r.recorded_at
    from jsonb_to_recordset(effects -> 'receipts') as r (
      provider text, provider_reference text, amount_minor bigint, received_at timestamptz, recorded_at timestamptz
    );
  end if;
end
$$;
