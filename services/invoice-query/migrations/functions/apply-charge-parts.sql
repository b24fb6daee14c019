-- version: 1
-- Marks payments whose money a charge was paid with; returns how the counts of invoices move by it. A payment is a part
-- where the charge applied money of it that was held, or was paid by less than was asked for; of a charge with such parts,
-- the payment that paid it is one as well. The charge's events come in their order, so its parts are known before.
create or replace function apply_charge_parts(shown json) returns json language plpgsql strict as $$
declare
  moves json;
begin
  with told as materialized (
    select t.payment_id, t.charge_id, t.is_part, t.applied_at, t.nth
    from rows from (
      json_to_recordset(shown) as (payment_id text, charge_id text, is_part boolean, applied_at timestamptz)
    ) with ordinality as t (payment_id, charge_id, is_part, applied_at, nth)
    where t.payment_id is not null
  ), parts as (
    insert into charge_parts (payment_id, charge_id, applied_at)
    select distinct on (told.payment_id) told.payment_id, told.charge_id, told.applied_at
    from told
    where told.is_part
       or exists (select from told earlier where earlier.charge_id = told.charge_id and earlier.is_part)
       or exists (select from charge_parts known where known.charge_id = told.charge_id)
    order by told.payment_id, told.nth
    on conflict do nothing
    returning payment_id, applied_at
  ), marked as (
    update invoices i set is_applied = true, updated_at = greatest(i.updated_at, was.applied_at)
    from (
      select known.subject_id, known.invoice_status, parts.applied_at
      from parts cross join lateral (
        select k.subject_id, k.invoice_status from invoices k where k.subject_id = parts.payment_id limit 1
      ) known
    ) was
    where i.subject_id = was.subject_id
    returning i.user_id, i.created_at, i.invoice_type, i.provider, i.invoice_status, was.invoice_status as before
  )
  select json_agg(move) into moves
  from (
    select user_id, created_at, invoice_type, provider, invoice_status, 1 as one from marked
    union all
    select user_id, created_at, invoice_type, provider, before, -1 from marked
  ) move;
  return moves;
end
$$;
