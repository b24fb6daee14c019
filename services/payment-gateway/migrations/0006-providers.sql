-- Callbacks of providers, stored as they came before they are handled. A row is worked on by whoever last moved its
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
