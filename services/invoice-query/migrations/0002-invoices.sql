-- Payments and withdrawals as invoices, with indexes for lists of up to a million a merchant.
create extension if not exists pg_trgm;

-- One row an invoice. A column is null until an event has set it.
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
  -- The status that lists show and filter by: received money may be too little, and a fully refunded payment is
  -- refunded whatever its earlier status.
  invoice_status     text generated always as (
    case when received_minor > 0 and refunded_minor >= received_minor then 'REFUNDED'
         when status = 'RECEIVED' and received_minor < amount_minor then 'PARTIALLY_PAID'
         when status = 'RECEIVED' then 'PAID'
         else status end) stored,
  -- The searched texts: the number, the merchant's reference, the provider's, and the address.
  search_text        text generated always as (
    lower(
      invoice_id::text || ' ' || coalesce(external_reference, '') || ' ' || coalesce(provider_reference, '') || ' ' ||
      coalesce(pay_address, '')
    )) stored
);
create index invoices_by_number on invoices (invoice_id);
-- A search for the whole of an id.
create index invoices_by_charge on invoices (charge_id) where charge_id is not null;
create index invoices_by_attempt on invoices (attempt_id) where attempt_id is not null;

-- One for each order and kind of caller: a merchant for their own, staff for all. Descending order reads them
-- backwards. Those by status, gateway and type serve the filters as well, newest first; for two filters at once, the
-- index of one includes the other, so that no row is read.
create index invoices_by_user on invoices (user_id, created_at, subject_id);
create index invoices_by_user_updated on invoices (user_id, updated_at, subject_id);
create index invoices_by_user_amount on invoices (user_id, amount_minor, subject_id);
create index invoices_by_user_status on invoices (user_id, invoice_status, created_at, subject_id) include (provider, invoice_type);
create index invoices_by_user_provider on invoices (user_id, provider, created_at, subject_id) include (invoice_status, invoice_type);
create index invoices_by_user_type on invoices (user_id, invoice_type, created_at, subject_id) include (invoice_status, provider);
create index invoices_by_created on invoices (created_at, subject_id);
create index invoices_by_updated on invoices (updated_at, subject_id);
create index invoices_by_amount on invoices (amount_minor, subject_id);
create index invoices_by_status on invoices (invoice_status, created_at, subject_id) include (provider, invoice_type);
create index invoices_by_provider on invoices (provider, created_at, subject_id) include (invoice_status, invoice_type);
create index invoices_by_type on invoices (invoice_type, created_at, subject_id) include (invoice_status, provider);
-- Waiting invoices that may have expired without an event yet.
create index invoices_by_expiry on invoices (expires_at) where invoice_status = 'WAITING_PAYMENT';
create index invoices_by_text on invoices using gin (search_text gin_trgm_ops);

-- Withdrawals are all at one gateway: a plan that takes the two for independent expects few rows where there are many.
create statistics invoices_kinds (dependencies, mcv) on user_id, invoice_type, provider, invoice_status from invoices;

-- How many invoices there are of each kind, so that a list says its total without counting them. Kept with the invoices.
-- The rows move all the time. No index has their number and their pages have room, so that no index moves with them.
create table invoice_counts (
  user_id        bigint not null,
  invoice_type   text not null,
  provider       text not null,
  invoice_status text not null,
  invoices       bigint not null,
  primary key (user_id, invoice_type, provider, invoice_status)
) with (fillfactor = 50);

-- The same for every day in Brasília, so that a period's total is added up instead of counted, and a page far down the
-- list is looked for in its own day, by reading the days in order no farther than the place. Rows of user 0 hold the
-- totals of all users.
create table invoice_days (
  user_id        bigint not null,
  day            date not null,
  invoice_type   text not null,
  provider       text not null,
  invoice_status text not null,
  invoices       bigint not null,
  primary key (user_id, day, invoice_type, provider, invoice_status)
) with (fillfactor = 50);
