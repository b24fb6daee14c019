-- What the dispatcher must know of a charge before it is paid; from charge.events.v1.
create table charges (
  charge_id text primary key,
  user_id bigint not null,
  webhook_url text,
  kind text not null,
  -- What the charge asks for: it may be paid with less, or in parts.
  gross_amount_minor bigint not null,
  expires_at timestamptz not null,
  created_at timestamptz not null
);

-- A merchant may name an invoice instead of a charge when asking for a resend; an attempt has its invoice before it is paid.
create table charge_invoices (
  invoice_id bigint primary key,
  charge_id text not null,
  user_id bigint not null,
  -- What the attempt asked for; null for one by card, which is told of when it is paid.
  gross_amount_minor bigint
);

-- One announcement. Its body is written once, so that every retry sends the same bytes under the same id.
create table webhook_messages (
  webhook_id text primary key,
  user_id bigint not null,
  charge_id text not null,
  invoice_id bigint not null,
  event_type text not null,
  -- Counts a charge's announcements from 1 without a gap, so that a receiver can tell that it missed one.
  sequence integer not null,
  previous_id text,
  body text not null,
  created_at timestamptz not null,
  unique (charge_id, sequence)
);
create unique index webhook_messages_once on webhook_messages (charge_id, event_type);

-- Written in the same statement as its message, and neither is ever deleted: a foreign key would only lock rows.
create table deliveries (
  delivery_id text primary key,
  webhook_id text not null,
  user_id bigint not null,
  charge_id text not null,
  event_type text not null,
  url text not null,
  -- The receiver's host and port; deliveries to one receiver share its places.
  receiver text not null,
  status text not null check (status in ('PENDING', 'DELIVERED', 'EXHAUSTED')),
  -- All tries ever made, and those since the last time somebody asked for a resend.
  attempts integer not null default 0,
  attempts_in_round integer not null default 0,
  next_attempt_at timestamptz,
  -- Counts the leases. Only the holder of the latest may say what came of a try.
  lease_token integer not null default 0,
  -- By this server's clock. Until then the holder sends; after it a crash is presumed and another may try. Null: not held.
  lease_until timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index deliveries_due on deliveries (receiver, next_attempt_at) where status = 'PENDING';
create index deliveries_by_user on deliveries (user_id, delivery_id desc);
create index deliveries_by_charge on deliveries (charge_id);

create table delivery_attempts (
  delivery_id text not null,
  attempt_number integer not null,
  trigger text not null check (trigger in ('AUTOMATIC', 'MANUAL')),
  started_at timestamptz not null,
  duration_ms integer not null,
  response_status integer,
  response_body text,
  failure text,
  primary key (delivery_id, attempt_number)
);

-- Sealed with KEY_ENCRYPTION_KEY: a copy of the database alone signs nothing.
create table signing_secrets (
  secret_id bigint generated always as identity primary key,
  user_id bigint not null,
  sealed bytea not null,
  created_at timestamptz not null,
  -- Null while it is the current one; after a rotation, the end of the overlap.
  expires_at timestamptz
);
create unique index signing_secrets_current on signing_secrets (user_id) where expires_at is null;
