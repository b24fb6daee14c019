-- version: 2
-- Merges what a batch shows of disputes, one row a dispute. Null was not told and changes nothing.
create or replace function show_disputes(shown json) returns void language plpgsql strict as $$
begin
  insert into disputes as d (
    dispute_id, position, user_id, payment_id, invoice_id, charge_id, attempt_id, payment_method, amount_minor,
    currency, provider, provider_reference, reason, status, opened_at, decided_at, respond_by, answered_at, decision,
    evidence_count
  )
  select
    dispute_id, position, user_id, payment_id, invoice_id, charge_id, attempt_id, payment_method, amount_minor,
    currency, provider, provider_reference, reason, coalesce(status, 'OPEN'), opened_at, decided_at, respond_by,
    answered_at, decision, evidence_count
  from json_populate_recordset(null::disputes, shown)
  on conflict (dispute_id) do nothing;
  -- Apart from the insert, where a status that was not told would read as OPEN.
  update disputes d set
    position = s.position,
    status = coalesce(s.status, d.status),
    decided_at = coalesce(s.decided_at, d.decided_at),
    answered_at = coalesce(s.answered_at, d.answered_at),
    decision = coalesce(s.decision, d.decision),
    evidence_count = coalesce(s.evidence_count, d.evidence_count)
  from json_populate_recordset(null::disputes, shown) s
  where d.dispute_id = s.dispute_id and d.position < s.position;
end
$$;
