-- Requests that API keys made to this service, for the people who look after the keys. Paths, queries and bodies are left out:
-- any of them may hold a person's data.
create table api_requests (
  id text not null,
  user_id bigint not null,
  -- Of the key.
  client_id text not null,
  answered_at timestamptz not null,
  request_id text not null,
  method text not null,
  -- As the description has it: /charge/{chargeId}.
  route text not null,
  status integer not null,
  -- Of a refusal.
  code text,
  duration_ms integer not null,
  -- An Idempotency-Key came with it.
  is_keyed boolean not null,
  primary key (id, answered_at)
) partition by range (answered_at);
create index api_requests_of_user on api_requests (user_id, answered_at desc, id desc);
create index api_requests_of_key on api_requests (user_id, client_id, answered_at desc, id desc);
create index api_requests_refused on api_requests (user_id, answered_at desc, id desc) where status >= 400;
create index api_requests_by_request on api_requests (request_id);

-- Rows of a time without a partition; the retention makes one and moves them.
create table api_requests_rest partition of api_requests default;
