-- version: 1
-- Merges what a batch shows of charges, one row a charge. Null was not told and changes nothing; only the reason of a
-- status that is told is told by being null. A refund tells the total so far, everything else that counts is added up.
create or replace function show_charges(shown json) returns void language plpgsql strict as $$
begin
  insert into charges as c (
    charge_id, position, user_id, status, status_reason, payment_method, gross_minor, fee_minor, net_minor,
    shared_minor, dispute_reserve_minor, currency, description, external_reference, attempts_offered, refunded_minor,
    surplus_minor, surplus_refunded_minor, expires_at, created_at, paid_at, updated_at
  )
  select
    charge_id, position, user_id, status, status_reason, payment_method, gross_minor, fee_minor, net_minor,
    shared_minor, dispute_reserve_minor, currency, description, external_reference, attempts_offered, refunded_minor,
    surplus_minor, surplus_refunded_minor, expires_at, created_at, paid_at, updated_at
  from json_populate_recordset(null::charges, shown)
  on conflict (charge_id) do update set
    position = excluded.position,
    user_id = excluded.user_id,
    status = coalesce(excluded.status, c.status),
    status_reason = case when excluded.status is null then coalesce(excluded.status_reason, c.status_reason)
                         else excluded.status_reason end,
    payment_method = coalesce(excluded.payment_method, c.payment_method),
    gross_minor = coalesce(excluded.gross_minor, c.gross_minor),
    fee_minor = coalesce(excluded.fee_minor, c.fee_minor),
    net_minor = coalesce(excluded.net_minor, c.net_minor),
    shared_minor = coalesce(excluded.shared_minor, c.shared_minor),
    dispute_reserve_minor = coalesce(excluded.dispute_reserve_minor, c.dispute_reserve_minor),
    currency = coalesce(excluded.currency, c.currency),
    description = coalesce(excluded.description, c.description),
    external_reference = coalesce(excluded.external_reference, c.external_reference),
    attempts_offered = c.attempts_offered + excluded.attempts_offered,
    refunded_minor = greatest(c.refunded_minor, excluded.refunded_minor),
    surplus_minor = c.surplus_minor + excluded.surplus_minor,
    surplus_refunded_minor = c.surplus_refunded_minor + excluded.surplus_refunded_minor,
    expires_at = coalesce(excluded.expires_at, c.expires_at),
    created_at = coalesce(excluded.created_at, c.created_at),
    paid_at = coalesce(excluded.paid_at, c.paid_at),
    updated_at = excluded.updated_at
  where c.position < excluded.position;
end
$$;
