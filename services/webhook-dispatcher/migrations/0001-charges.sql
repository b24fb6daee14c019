-- The facts of a charge that messages repeat, in the words of the API; from ChargeCreated.
create table charges (
  charge_id text primary key,
  user_id bigint not null,
  webhook_url text,
  summary json not null
);

-- A merchant may name an invoice instead of a charge when asking for a resend; an attempt has its invoice before it is paid.
create table charge_invoices (
  invoice_id bigint primary key,
  charge_id text not null,
  user_id bigint not null,
  -- The amount that the attempt asked for; null for one by card, which is announced when it is paid.
  gross_amount_minor bigint
);
