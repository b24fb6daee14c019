-- version: 2
-- Keeps what the gateway tells of refunds: each at most once in a call, in the state that the last of its events leaves it
-- in. One whose request was not heard is dated by its end.
create or replace function keep_refunds(refund_rows json) returns void language plpgsql as $$
begin
  insert into refunds as r (
    refund_id, charge_id, payment_id, invoice_id, user_id, amount_minor, currency, purpose, status, reason, failure,
    requested_by, created_at, updated_at
  )
  select
    refund_id, charge_id, payment_id, invoice_id, user_id, amount_minor, currency, purpose, status, reason, failure,
    requested_by, created_at, updated_at
  from json_populate_recordset(null::refunds, refund_rows)
  on conflict (refund_id) do update set
    status = excluded.status,
    amount_minor = excluded.amount_minor,
    reason = coalesce(excluded.reason, r.reason),
    requested_by = coalesce(excluded.requested_by, r.requested_by),
    failure = excluded.failure,
    updated_at = excluded.updated_at;
end
$$;
