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

-- The event types that go to the webhookUrl of a merchant's charges, if the merchant has chosen them.
create table webhook_settings (
  user_id bigint primary key,
  charge_url_event_types text[] not null
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
