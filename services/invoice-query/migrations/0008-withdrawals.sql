-- A withdrawal is an invoice too, so the view is called after what it lists. It is built anew from the archive at the next
-- start, under its new name; so is the timeline, which left out what belongs to no charge.
drop table payments;
drop table invoice_counts;
delete from projection_checkpoints where name in ('payments', 'timeline');
delete from projection_checks where projection = 'payments';

-- One row an invoice. What an event does not tell is null until one does.
create table invoices (
  -- The payment or the withdrawal it is the invoice of.
  subject_id         text primary key,
  invoice_type       text not null,
  position           bigint not null,
  invoice_id         bigint not null,
  user_id            bigint not null,
  charge_id          text,
  attempt_id         text,
  payment_method     text not null,
  status             text,
  amount_minor       bigint,
  received_minor     bigint not null,
  refunded_minor     bigint not null,
  deposited_minor    bigint,
  currency           text not null,
  provider           text not null,
  provider_reference text,
  external_reference text,
  payer_currency     text,
  payer_amount_minor bigint,
  installments       integer,
  decline_code       text,
  dispute_status     text,
  pay_address        text,
  pay_amount         text,
  pay_uri            text,
  coin               text,
  expires_at         timestamptz,
  created_at         timestamptz not null,
  paid_at            timestamptz,
  updated_at         timestamptz not null,
  -- The word a list shows and filters by: received money may be too little, and what has all gone back is refunded
  -- whatever was said of it before.
  invoice_status     text generated always as (
    case when received_minor > 0 and refunded_minor >= received_minor then 'REFUNDED'
         when status = 'RECEIVED' and received_minor < amount_minor then 'PARTIALLY_PAID'
         when status = 'RECEIVED' then 'PAID'
         else status end) stored,
  -- What a search looks in: the number, the merchant's reference, the provider's, and the address.
  search_text        text generated always as (
    lower(
      invoice_id::text || ' ' || coalesce(external_reference, '') || ' ' || coalesce(provider_reference, '') || ' ' ||
      coalesce(pay_address, '')
    )) stored
);
create index invoices_by_number on invoices (invoice_id);

-- One for each order and whoever may ask for it: a merchant for their own, staff for everybody's. Descending order reads
-- them backwards. The ones by status, gateway and type serve the filters as well, newest first.
create index invoices_by_user on invoices (user_id, created_at, subject_id);
create index invoices_by_user_updated on invoices (user_id, updated_at, subject_id);
create index invoices_by_user_amount on invoices (user_id, amount_minor, subject_id);
create index invoices_by_user_status on invoices (user_id, invoice_status, created_at, subject_id);
create index invoices_by_user_provider on invoices (user_id, provider, created_at, subject_id);
create index invoices_by_user_type on invoices (user_id, invoice_type, created_at, subject_id);
create index invoices_by_created on invoices (created_at, subject_id);
create index invoices_by_updated on invoices (updated_at, subject_id);
create index invoices_by_amount on invoices (amount_minor, subject_id);
create index invoices_by_status on invoices (invoice_status, created_at, subject_id);
create index invoices_by_provider on invoices (provider, created_at, subject_id);
create index invoices_by_type on invoices (invoice_type, created_at, subject_id);
create index invoices_by_text on invoices using gin (search_text gin_trgm_ops);

-- How many invoices there are of each kind, so that a list says its total without counting them. Kept with the invoices.
create table invoice_counts (
  user_id        bigint not null,
  invoice_type   text not null,
  provider       text not null,
  invoice_status text not null,
  invoices       bigint not null,
  primary key (user_id, invoice_type, provider, invoice_status)
);
create index invoice_counts_of_nothing on invoice_counts (user_id) where invoices = 0;

-- Whose story an event is part of beside the charge's: that of a payment or a withdrawal, so that an invoice has one too.
alter table timeline_entries alter column charge_id drop not null, add column subject_id text;
create index timeline_entries_by_subject on timeline_entries (subject_id, at);
