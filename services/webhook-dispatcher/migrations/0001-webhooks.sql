-- What messages repeat of a charge, in the words of the API; from ChargeCreated.
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
  -- What the attempt asked for; null for one by card, which is told of when it is paid.
  gross_amount_minor bigint
);

-- Where the feed of a user ends. Its row is locked while messages are numbered, so that no number is missing or twice.
create table event_feeds (
  user_id bigint primary key,
  last_sequence bigint not null default 0,
  last_webhook_id text
);

-- The feed: every message to a user, whether or not it is delivered to any address. Its body is written once, so that
-- every try, and every reader of the feed, gets the same bytes under the same id.
create table webhook_events (
  webhook_id text primary key,
  user_id bigint not null,
  -- Counts a user's messages from 1 without a gap.
  sequence bigint not null,
  charge_id text,
  -- Counts what the owner of a charge is told of it, from 1 without a gap; null for messages to others.
  charge_sequence integer,
  invoice_id bigint,
  event_type text not null,
  body text not null,
  created_at timestamptz not null,
  unique (user_id, sequence)
);
create unique index webhook_events_of_charge on webhook_events (charge_id, charge_sequence);

-- Addresses that merchants have registered.
create table webhook_endpoints (
  endpoint_id text primary key,
  user_id bigint not null,
  url text not null,
  description text not null,
  -- Types, families (`refund.*`) or `*`.
  event_types text[] not null,
  is_ordered boolean not null,
  is_enabled boolean not null default true,
  disabled_reason text check (disabled_reason in ('MERCHANT', 'GONE', 'FAILING')),
  -- Since when every try has failed; null after one that did not.
  failing_since timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check (is_enabled = (disabled_reason is null))
);
create index webhook_endpoints_by_user on webhook_endpoints (user_id, endpoint_id);

-- What goes to the webhookUrl of a merchant's charges, where they have said so.
create table webhook_settings (
  user_id bigint primary key,
  charge_url_event_types text[] not null
);

-- Written in the same statement as its message, and neither is ever deleted: a foreign key would only lock rows.
create table deliveries (
  delivery_id text primary key,
  webhook_id text not null,
  user_id bigint not null,
  -- Null for the webhookUrl of a charge.
  endpoint_id text,
  charge_id text,
  event_type text not null,
  -- The message's, by which an ordered endpoint is served.
  sequence bigint not null,
  url text not null,
  -- The receiver's host and port, or an ordered endpoint's id; deliveries to one receiver share its places.
  receiver text not null,
  status text not null check (status in ('PENDING', 'DELIVERED', 'EXHAUSTED')),
  -- All tries ever made, and those of the retry schedule.
  attempts integer not null default 0,
  attempts_in_round integer not null default 0,
  -- Null: none is planned. A pending delivery then waits for the one before it, or for its endpoint to be switched on.
  next_attempt_at timestamptz,
  -- Counts the leases. Only the holder of the latest may say what came of a try.
  lease_token integer not null default 0,
  -- By this server's clock. Until then the holder sends; after it a crash is presumed and another may try. Null: not held.
  lease_until timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index deliveries_due on deliveries (receiver, next_attempt_at)
  where status = 'PENDING' and next_attempt_at is not null;
create index deliveries_by_user on deliveries (user_id, delivery_id desc);
create index deliveries_by_charge on deliveries (charge_id);
create index deliveries_by_endpoint on deliveries (endpoint_id, created_at) where endpoint_id is not null;
create index deliveries_pending_by_endpoint on deliveries (endpoint_id, sequence)
  where status = 'PENDING' and endpoint_id is not null;

create table delivery_attempts (
  delivery_id text not null,
  attempt_number integer not null,
  trigger text not null check (trigger in ('AUTOMATIC', 'MANUAL')),
  url text not null,
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
  -- `user:<id>` for the webhookUrl of a merchant's charges, or the id of an endpoint.
  signer text not null,
  sealed bytea not null,
  created_at timestamptz not null,
  -- Null while it is the current one; after a rotation, the end of the overlap.
  expires_at timestamptz
);
create unique index signing_secrets_current on signing_secrets (signer) where expires_at is null;
