-- What became of each request that carried an Idempotency-Key. A row goes from running to done once, in place:
-- the free space on each page keeps that update from touching the index.
create table idempotency_keys (
  scope text not null,
  key text not null,
  operation_id text not null,
  request_hash text not null,
  field_hashes jsonb not null,
  ulid text not null,
  status text not null check (status in ('running', 'done')),
  response_status integer,
  response_body text,
  lease_until timestamptz not null,
  created_at timestamptz not null default now(),
  constraint idempotency_keys_pkey primary key (scope, key)
) with (fillfactor = 80);

-- The janitor deletes by age.
create index idempotency_keys_by_age on idempotency_keys using brin (created_at);
