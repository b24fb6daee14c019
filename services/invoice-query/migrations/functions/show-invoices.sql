-- version: 1
-- Merges what a batch shows of invoices, one row an invoice, and moves the counts by it: one more where an invoice is
-- now, one less where it was. Null was not told and changes nothing. Repeated deposits add up, and so do refunds. Rows
-- with a payment_id are a charge's word about a payment's money: see apply_charge_parts.
create or replace function show_invoices(shown json) returns void language plpgsql strict as $$
declare
  emptied_days   tid[];
  emptied_counts tid[];
  part_moves     json := '[]';
begin
  -- A batch of charges beside one of payments would not see its rows, nor be seen by it. Parts are rare, so hardly anybody
  -- waits.
  if exists (
    select from json_to_recordset(shown) as told (payment_id text, charge_id text, is_part boolean)
    where told.payment_id is not null
      and (told.is_part or exists (select from charge_parts known where known.charge_id = told.charge_id))
  ) then
    perform pg_advisory_xact_lock(hashtextextended('charge parts', 0));
    part_moves := coalesce(apply_charge_parts(shown), part_moves);
  else
    perform pg_advisory_xact_lock_shared(hashtextextended('charge parts', 0));
  end if;

  with incoming as materialized (
    select told.*, part.applied_at
    from json_populate_recordset(null::invoices, shown) told
    left join lateral (
      select p.applied_at from charge_parts p where p.payment_id = told.subject_id limit 1
    ) part on true
    where told.subject_id is not null
  ), before as (
    -- Every part of the statement sees the table as it was before it. Row by row through the key: a plan that is kept from
    -- when the table was small would read all of it.
    select known.*
    from incoming cross join lateral (
      select i.subject_id, i.user_id, i.created_at, i.invoice_type, i.provider, i.invoice_status
      from invoices i where i.subject_id = incoming.subject_id limit 1
    ) known
  ), after as (
    insert into invoices as i (
      subject_id, invoice_type, position, invoice_id, user_id, charge_id, attempt_id, payment_method, status,
      amount_minor, received_minor, refunded_minor, deposited_minor, currency, provider, provider_reference,
      external_reference, payer_currency, installments, decline_code, dispute_status, pay_address,
      pay_amount, pay_uri, coin, expires_at, created_at, paid_at, updated_at, end_to_end_id,
      is_applied)
    select
      subject_id, invoice_type, position, invoice_id, user_id, charge_id, attempt_id, payment_method, status,
      amount_minor, received_minor, refunded_minor, deposited_minor, currency, provider, provider_reference,
      external_reference, payer_currency, installments, decline_code, dispute_status, pay_address,
      pay_amount, pay_uri, coin, expires_at, created_at, paid_at, greatest(updated_at, applied_at), end_to_end_id,
      applied_at is not null
    from incoming
    on conflict (subject_id) do update set
      invoice_type = excluded.invoice_type,
      position = excluded.position,
      invoice_id = excluded.invoice_id,
      user_id = excluded.user_id,
      payment_method = excluded.payment_method,
      currency = excluded.currency,
      charge_id = coalesce(excluded.charge_id, i.charge_id),
      attempt_id = coalesce(excluded.attempt_id, i.attempt_id),
      amount_minor = coalesce(excluded.amount_minor, i.amount_minor),
      provider = excluded.provider,
      status = coalesce(excluded.status, i.status),
      received_minor = i.received_minor + excluded.received_minor,
      refunded_minor = i.refunded_minor + excluded.refunded_minor,
      payer_currency = coalesce(excluded.payer_currency, i.payer_currency),
      installments = coalesce(excluded.installments, i.installments),
      decline_code = coalesce(excluded.decline_code, i.decline_code),
      pay_address = coalesce(excluded.pay_address, i.pay_address),
      pay_amount = coalesce(excluded.pay_amount, i.pay_amount),
      pay_uri = coalesce(excluded.pay_uri, i.pay_uri),
      coin = coalesce(excluded.coin, i.coin),
      deposited_minor = coalesce(excluded.deposited_minor, i.deposited_minor),
      dispute_status = coalesce(excluded.dispute_status, i.dispute_status),
      provider_reference = coalesce(excluded.provider_reference, i.provider_reference),
      external_reference = coalesce(excluded.external_reference, i.external_reference),
      expires_at = coalesce(excluded.expires_at, i.expires_at),
      paid_at = coalesce(excluded.paid_at, i.paid_at),
      -- The first of several receipts stays.
      end_to_end_id = coalesce(i.end_to_end_id, excluded.end_to_end_id),
      updated_at = excluded.updated_at,
      is_applied = excluded.is_applied
    where i.position < excluded.position
    returning i.subject_id, i.user_id, i.created_at, i.invoice_type, i.provider, i.invoice_status
  ), moves as (
    select a.user_id, a.created_at, a.invoice_type, a.provider, a.invoice_status, 1 as one from after a
    union all
    select b.user_id, b.created_at, b.invoice_type, b.provider, b.invoice_status, -1
    from before b join after using (subject_id)
    union all
    select p.* from json_to_recordset(part_moves) as p (
      user_id bigint, created_at timestamptz, invoice_type text, provider text, invoice_status text, one int
    )
  ), moved as (
    select user_id, (created_at at time zone interval '-03:00')::date as day, invoice_type, provider,
           coalesce(invoice_status, '') as invoice_status, sum(one)::bigint as invoices
    from moves group by 1, 2, 3, 4, 5 having sum(one) <> 0
  ), days as (
    -- In the order of the key, here and below, so that two batches beside one another cannot each wait for the other.
    insert into invoice_days as d (user_id, day, invoice_type, provider, invoice_status, invoices)
    select coalesce(user_id, 0) as user_id, day, invoice_type, provider, invoice_status, sum(invoices)
    from moved
    group by grouping sets ((user_id, 2, 3, 4, 5), (2, 3, 4, 5)) having sum(invoices) <> 0 order by 1, 2, 3, 4, 5
    on conflict (user_id, day, invoice_type, provider, invoice_status)
    do update set invoices = d.invoices + excluded.invoices
    returning d.ctid as place, d.invoices
  ), counts as (
    insert into invoice_counts as c (user_id, invoice_type, provider, invoice_status, invoices)
    select user_id, invoice_type, provider, invoice_status, sum(invoices)
    from moved group by 1, 2, 3, 4 having sum(invoices) <> 0 order by 1, 2, 3, 4
    on conflict (user_id, invoice_type, provider, invoice_status) do update set invoices = c.invoices + excluded.invoices
    returning c.ctid as place, c.invoices
  )
  select (select array_agg(place) from days where invoices = 0), (select array_agg(place) from counts where invoices = 0)
  into emptied_days, emptied_counts;

  -- A repeat has its row already.
  insert into invoice_references (reference, subject_id)
  select distinct lower(named.reference), shown_row.subject_id
  from json_to_recordset(shown) as shown_row (subject_id text, search_references json)
  cross join lateral json_array_elements_text(shown_row.search_references) as named (reference)
  order by 1, 2
  on conflict do nothing;

  -- A kind without invoices has no row, or a rebuild, which folds more at a time, would lead to other rows. These are
  -- locked by this transaction, so they stay where they are.
  delete from invoice_days where ctid = any (emptied_days);
  delete from invoice_counts where ctid = any (emptied_counts);
end
$$;
