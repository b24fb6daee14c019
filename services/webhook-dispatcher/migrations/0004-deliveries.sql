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
