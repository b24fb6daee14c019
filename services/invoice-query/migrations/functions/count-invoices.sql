-- version: 1
-- Counts the invoices of charges once more (1) or once less (-1), as they are when the archive takes them out or brings
-- them back. Counts at nothing go, as in show_invoices.
create or replace function count_invoices(charge_ids text[], change integer) returns void language plpgsql as $$
begin
  insert into invoice_days as d (user_id, day, invoice_type, provider, invoice_status, invoices)
  select coalesce(user_id, 0), day, invoice_type, provider, invoice_status, sum(change)
  from (
    select i.user_id, (i.created_at at time zone interval '-03:00')::date as day, i.invoice_type, i.provider,
           coalesce(i.invoice_status, '') as invoice_status
    from invoices i where i.charge_id = any (charge_ids)
  ) counted
  group by grouping sets ((user_id, 2, 3, 4, 5), (2, 3, 4, 5)) order by 1, 2, 3, 4, 5
  on conflict (user_id, day, invoice_type, provider, invoice_status) do update set invoices = d.invoices + excluded.invoices;

  insert into invoice_counts as c (user_id, invoice_type, provider, invoice_status, invoices)
  select i.user_id, i.invoice_type, i.provider, coalesce(i.invoice_status, ''), sum(change)
  from invoices i where i.charge_id = any (charge_ids) group by 1, 2, 3, 4 order by 1, 2, 3, 4
  on conflict (user_id, invoice_type, provider, invoice_status) do update set invoices = c.invoices + excluded.invoices;

  delete from invoice_days d
  where d.invoices = 0 and d.user_id in (select i.user_id from invoices i where i.charge_id = any (charge_ids) union select 0);
  delete from invoice_counts c
  where c.invoices = 0 and c.user_id in (select i.user_id from invoices i where i.charge_id = any (charge_ids));
end
$$;
