create table signing_keys (
  kid            text primary key,
  public_jwk     jsonb not null,
  -- AES-256-GCM under KEY_ENCRYPTION_KEY: a copy of the database signs no tokens.
  sealed_private bytea not null,
  created_at     timestamptz not null
);
