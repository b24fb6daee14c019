-- A charge may end in other ways than by being paid, and money may go back or come beside what was asked for.
alter table charges
  add column refunded_minor         bigint not null default 0,
  add column surplus_minor          bigint not null default 0,
  add column surplus_refunded_minor bigint not null default 0;

-- The same for a payment. What an event does not tell is null until one does: a refund says nothing of the amount asked for.
alter table payments
  alter column amount_minor drop not null,
  add column payer_currency     text,
  add column payer_amount_minor bigint,
  add column installments       integer,
  add column decline_code       text,
  add column refunded_minor     bigint not null default 0,
  add column dispute_status     text;

-- The word a list of invoices shows and filters by, of what the row tells: received money may be too little, and what has
-- all gone back is refunded whatever was said of it before.
alter table payments
  add column invoice_status text generated always as (
    case when received_minor > 0 and refunded_minor >= received_minor then 'REFUNDED'
         when status = 'RECEIVED' and received_minor < amount_minor then 'PARTIALLY_PAID'
         when status = 'RECEIVED' then 'PAID'
         else status end) stored;
