-- The number a merchant quotes to support: one per payment or payout, given once.
create sequence invoice_ids start with 100001;

-- One row per payment, as its events leave it: what reads and the reconciler go by. The events decide.
create table payments (
  payment_id text primary key,
  invoice_id bigint not null constraint payments_invoice_id unique,
  user_id bigint not null,
  charge_id text,
  attempt_id text,
  payment_method text not null,
  provider text not null,
  provider_reference text,
  -- Coins may come in several deposits, and until they make up the price the payment stands between waiting and paid.
  status text not null check (
    status in (
      'requested', 'unknown', 'offered', 'confirming', 'partially_received', 'received', 'expired', 'canceled', 'failed'
    )
  ),
  amount_minor bigint not null check (amount_minor > 0),
  currency text not null,
  external_reference text,
  expires_at timestamptz not null,
  -- When the provider is to be asked next; null when there is nothing left to ask.
  due_at timestamptz,
  asked_count integer not null default 0,
  created_at timestamptz not null,
  updated_at timestamptz not null
) with (fillfactor = 80);

create index payments_due on payments (due_at) where due_at is not null;
-- When one payment of a charge is paid, or the charge ends, the others are taken back.
create index payments_by_charge on payments (charge_id) where charge_id is not null;
-- Providers call back about payments in their own words.
create index payments_by_provider_reference on payments (provider, provider_reference)
  where provider_reference is not null;
-- How long the longest waiting refund waits is asked every second; paid payments are many, those refunds few.
create index payments_refunds_waiting on payments (updated_at) where status = 'received' and due_at is not null;
-- A day's payments lie together, because they are written in the order of time.
create index payments_by_age on payments using brin (created_at);

-- Who pays. Apart from everything else, so that it can be erased without touching history.
create table payers (
  payment_id text primary key,
  name text,
  email text,
  document text,
  created_at timestamptz not null default now()
);
-- Who asks to be erased is known by their document.
create index payers_by_document on payers (document) where document is not null;

-- The same money is booked once, whichever payment a provider says it is for. A receipt is written with its payment's
-- own row, so no foreign key has to look for that.
create table receipts (
  provider text not null,
  provider_reference text not null,
  payment_id text not null,
  amount_minor bigint not null check (amount_minor > 0),
  received_at timestamptz not null,
  recorded_at timestamptz not null,
  constraint receipts_once primary key (provider, provider_reference)
);

create index receipts_by_payment on receipts (payment_id);
create index receipts_by_age on receipts using brin (received_at);

-- Charges that have ended, as charge.events.v1 tells: a payment that is asked for afterwards is not made. Whoever asks
-- late asks within minutes, so rows go after some time.
create table ended_charges (
  charge_id text primary key,
  reason text not null check (reason in ('CHARGE_PAID', 'CHARGE_CANCELED', 'CHARGE_EXPIRED', 'CHARGE_FAILED')),
  ended_at timestamptz not null
);

create index ended_charges_by_age on ended_charges (ended_at);
