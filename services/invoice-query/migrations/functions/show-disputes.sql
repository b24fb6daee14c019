-- version: 1
-- Merges what a batch shows of disputes, one row a dispute. Null was not told and changes nothing.
create or replace function show_disputes(shown json) returns void language plpgsql strict as $$
begin
  insert into disputes as d (
    dispute_id, position, user_id, payment_id, invoice_id, charge_id, attempt_id, payment_method, amount_minor,
    currency, provider, provider_reference, reason, status, opened_at, decided_at
  )
  select
    dispute_id, position, user_id, payment_id, invoice_id, charge_id, attempt_id, payment_method, amount_minor,
    currency, provider, provider_reference, reason, status, opened_at, decided_at
  from json_populate_recordset(null::disputes, shown)
  on conflict (dispute_id) do update set
    position = excluded.position,
    status = excluded.status,
    decided_at = coalesce(excluded.decided_at, d.decided_at)
  where d.position < excluded.position;
end
$$;
