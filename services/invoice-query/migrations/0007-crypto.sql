-- Where coins go, so that an invoice shows it again to whoever pays; and how much of them has come before the price has.
alter table payments
  add column pay_address text,
  add column pay_amount text,
  add column pay_uri text,
  add column coin text,
  add column deposited_minor bigint;

-- A search looks in addresses as well.
alter table payments drop column search_text;
alter table payments
  add column search_text text generated always as (
    lower(
      invoice_id::text || ' ' || coalesce(external_reference, '') || ' ' || coalesce(provider_reference, '') || ' ' ||
      coalesce(pay_address, '')
    )) stored;
create index payments_by_text on payments using gin (search_text gin_trgm_ops);
