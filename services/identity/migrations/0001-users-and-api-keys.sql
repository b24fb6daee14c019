create table users (
  -- Numbers are public, and small ones invite guessing what else exists; nothing depends on where they start.
  id         bigint generated always as identity (start with 1001) primary key,
  email      text not null unique check (email = lower(email)),
  -- SHA-256 of the e-mail: what other services know a user by.
  email_hash text not null unique,
  name       text not null,
  status     text not null check (status in ('ACTIVE', 'SUSPENDED')),
  profiles   text[] not null check (cardinality(profiles) > 0 and profiles <@ array['CUSTOMER', 'OPERATOR', 'ADMIN']),
  created_at timestamptz not null,
  updated_at timestamptz not null
);

create table api_keys (
  client_id   text primary key,
  user_id     bigint not null references users,
  -- SHA-256 over client id and secret; the secret itself is nowhere.
  secret_hash bytea not null check (length(secret_hash) = 32),
  scopes      text[] not null check (cardinality(scopes) > 0),
  expires_at  timestamptz,
  created_at  timestamptz not null,
  revoked_at  timestamptz
);

create index api_keys_user on api_keys (user_id, created_at desc, client_id desc);
