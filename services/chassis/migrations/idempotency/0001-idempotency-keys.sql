-- The state and answer of each request with an Idempotency-Key. A row goes from running to done once, in place:
-- the free space on each page keeps that update from touching the index. An answer stays in its row up to a page, since
-- compressing it would cost the request more than the space is worth for the day and a half it is kept.
create table idempotency_keys (
  scope text not null,
  key text not null,
  operation_id text not null,
  request_hash text not null,
  field_hashes json not null,
  ulid text not null,
  status text not null,
  response_status integer,
  response_body text,
  lease_until timestamptz not null,
  created_at timestamptz not null default now(),
  constraint idempotency_keys_pkey primary key (scope, key)
) with (fillfactor = 80, toast_tuple_target = 8160);

-- The janitor deletes by age.
create index idempotency_keys_by_age on idempotency_keys using brin (created_at);
