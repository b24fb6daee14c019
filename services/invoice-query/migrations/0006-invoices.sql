-- A payment is an invoice. What lists of invoices need, for a merchant with a million of them as for one with ten.
create extension if not exists pg_trgm;

-- What a search looks in: the number, the merchant's reference and the provider's, which for crypto is the address.
alter table payments
  add column search_text text generated always as (
    lower(invoice_id::text || ' ' || coalesce(external_reference, '') || ' ' || coalesce(provider_reference, ''))) stored;

-- One for each order and whoever may ask for it: a merchant for their own, staff for everybody's. Descending order reads
-- them backwards. The ones by status and by gateway serve the filters as well, newest first.
drop index payments_by_user;
create index payments_by_user on payments (user_id, created_at, payment_id);
create index payments_by_user_updated on payments (user_id, updated_at, payment_id);
create index payments_by_user_amount on payments (user_id, amount_minor, payment_id);
create index payments_by_user_status on payments (user_id, invoice_status, created_at, payment_id);
create index payments_by_user_provider on payments (user_id, provider, created_at, payment_id);
create index payments_by_created on payments (created_at, payment_id);
create index payments_by_updated on payments (updated_at, payment_id);
create index payments_by_amount on payments (amount_minor, payment_id);
create index payments_by_status on payments (invoice_status, created_at, payment_id);
create index payments_by_provider on payments (provider, created_at, payment_id);
create index payments_by_text on payments using gin (search_text gin_trgm_ops);

-- How many invoices there are of each kind, so that a list says its total without counting them. Kept with the payments.
create table invoice_counts (
  user_id        bigint not null,
  provider       text not null,
  invoice_status text not null,
  invoices       bigint not null,
  primary key (user_id, provider, invoice_status)
);
create index invoice_counts_of_nothing on invoice_counts (user_id) where invoices = 0;

insert into invoice_counts (user_id, provider, invoice_status, invoices)
select user_id, provider, coalesce(invoice_status, ''), count(*) from payments group by 1, 2, 3;
