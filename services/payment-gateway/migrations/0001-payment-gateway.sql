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

-- Refunds that a provider speaks of by its own name for them: which payment they are of.
create table refund_references (
  provider text not null,
  provider_reference text not null,
  payment_id text not null,
  constraint refund_references_once primary key (provider, provider_reference)
);

-- What providers post to us, as it came, before anything is made of it. A row is worked on by whoever last moved its
-- due_at into the future; it is due again when that worker died. Rows are deleted some time after they were handled.
create table callback_inbox (
  callback_id bigint generated always as identity primary key,
  provider text not null,
  body text not null,
  received_at timestamptz not null,
  due_at timestamptz,
  tried_count integer not null default 0,
  handled_at timestamptz
) with (fillfactor = 80);

create index callback_inbox_due on callback_inbox (due_at) where due_at is not null;
create index callback_inbox_by_age on callback_inbox using brin (received_at);

-- Every question to a provider and its answer, secrets and payer masked: the evidence in a dispute about who said what.
create table provider_calls (
  call_id bigint generated always as identity primary key,
  provider text not null,
  operation text not null,
  reference text,
  method text not null,
  path text not null,
  request_body text,
  response_status integer,
  response_body text,
  fault text,
  duration_ms integer not null,
  asked_at timestamptz not null
);

create index provider_calls_by_reference on provider_calls (reference, call_id) where reference is not null;
create index provider_calls_by_age on provider_calls using brin (asked_at);

-- What was quoted to whom cannot be computed again, because rates move: a payment that names a quote is charged exactly
-- this. Rates are text, digit by digit as they were shown.
create table fx_quotes (
  quote_id text primary key,
  source_currency text not null,
  target_currency text not null,
  source_amount_minor bigint not null check (source_amount_minor > 0),
  final_amount_minor bigint not null check (final_amount_minor > 0),
  rate text not null,
  spread_bps integer not null,
  rate_with_spread text not null,
  source text not null,
  -- The day whose closing rates were used.
  rated_on date not null,
  quoted_at timestamptz not null,
  expires_at timestamptz not null
);

create index fx_quotes_by_age on fx_quotes (expires_at);

-- One row per payout of a withdrawal, as its events leave it: what the reconciler goes by. The events decide. Its invoice
-- number comes from the same sequence as those of payments.
create table payouts (
  withdrawal_id text primary key,
  invoice_id bigint not null constraint payouts_invoice_id unique,
  user_id bigint not null,
  provider text not null,
  provider_reference text,
  status text not null check (status in ('requested', 'priced', 'prepared', 'processing', 'paid', 'failed')),
  amount_minor bigint not null check (amount_minor > 0),
  currency text not null,
  -- When to go on with it; null when there is nothing left to do.
  due_at timestamptz,
  asked_count integer not null default 0,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- What a provider sends is sent for one withdrawal, whatever it says.
  constraint payouts_provider_reference unique (provider, provider_reference)
) with (fillfactor = 80);

create index payouts_due on payouts (due_at) where due_at is not null;
create index payouts_waiting on payouts (updated_at) where due_at is not null;

-- Cards whose payers asked to have them saved, by our own name for each. The acquirer keeps the card; we keep what it calls
-- it, sealed with KEY_ENCRYPTION_KEY, and never a number. Erase a row and the card is charged no more.
create table saved_cards (
  card_token text primary key,
  -- Whose payers' card it is: no other merchant can charge it.
  user_id bigint not null,
  provider text not null,
  sealed_token bytea not null,
  brand text not null,
  last4 text not null,
  expiration_month smallint not null,
  expiration_year smallint not null,
  -- The payment the card was saved with: a payment takes one card.
  payment_id text not null constraint saved_cards_payment unique,
  created_at timestamptz not null
);
-- A merchant lists their saved cards newest first. A card_token ends in a ULID, so its order is that of time.
create index saved_cards_by_user on saved_cards (user_id, card_token desc);

-- By which payment a charge was paid, and who got a part of it then: nobody else can give anything back of it.
create table paid_splits (
  charge_id  text primary key,
  payment_id text not null,
  user_ids   bigint[] not null
);

-- What a provider says it received in a day of Brasília against our receipts: one check a provider and day, made again
-- until the provider has told all of it.
create table statement_checks (
  check_id text primary key,
  provider text not null,
  day date not null,
  status text not null default 'PENDING' check (status in ('PENDING', 'DONE')),
  -- When it is made next; null when it is done.
  due_at timestamptz,
  -- Whoever makes it has it until then; nobody else does meanwhile. Each try has a number, so that one who was thought
  -- dead and comes back late changes nothing.
  taken_until timestamptz,
  tried_count integer not null default 0,
  -- Whether it was its time that made it, or a person who asked for the day.
  is_scheduled boolean not null,
  -- Up to when the provider has told; null until it has.
  covered_until timestamptz,
  listed_count integer,
  recorded_count integer,
  -- What kept the last try from an end.
  failure text,
  created_at timestamptz not null,
  checked_at timestamptz,
  succeeded_at timestamptz,
  constraint statement_checks_once unique (day, provider)
);

create index statement_checks_due on statement_checks (due_at) where due_at is not null;

-- Where both differ. One that is gone when the day is checked again has been settled by somebody.
create table statement_differences (
  check_id text not null references statement_checks,
  kind text not null check (kind in ('MISSING_HERE', 'UNKNOWN_PAYMENT', 'MISSING_THERE', 'AMOUNT_DIFFERS')),
  provider_reference text not null,
  payment_id text,
  -- Decimal text as it is shown; null on the side that has nothing.
  listed_amount text,
  listed_currency text,
  recorded_amount text,
  recorded_currency text,
  received_at timestamptz not null,
  status text not null check (status in ('OPEN', 'REPAIRED', 'SETTLED')),
  found_at timestamptz not null,
  updated_at timestamptz not null,
  -- A difference that a person has dealt with outside is settled by their word, under this name.
  difference_id text not null default 'std_' || replace(gen_random_uuid()::text, '-', ''),
  -- What they did, who they are and when they said so; null on one that no person settled.
  settlement_note text,
  settled_by bigint,
  settled_at timestamptz,
  primary key (check_id, kind, provider_reference),
  constraint statement_differences_id unique (difference_id),
  constraint statement_differences_settled check (num_nulls(settlement_note, settled_by, settled_at) in (0, 3)),
  constraint statement_differences_by_person check (settled_by is null or status = 'SETTLED')
);

create index statement_differences_open on statement_differences (kind) where status = 'OPEN';
