-- Devices, such as a command line, that ask a person for a key of their account (RFC 8628). The device gets id and secret of
-- the key at once; the key is made when a person approves.
create table device_authorizations (
  -- Of the key to come.
  client_id   text primary key,
  -- Shown on the device, and typed or compared by the person.
  user_code   text not null,
  secret_hash bytea not null,
  device_name text not null,
  -- Null for all that the person's account may have.
  scopes      text[],
  -- From where the device asked, as far as limits count: a network for IPv6.
  address     text not null,
  status      text not null default 'WAITING' check (status in ('WAITING', 'APPROVED', 'REFUSED')),
  -- Whose person decided.
  user_id     bigint references users,
  created_at  timestamptz not null,
  expires_at  timestamptz not null,
  check (expires_at > created_at),
  check ((status = 'WAITING') = (user_id is null))
);
create index device_authorizations_by_code on device_authorizations (user_code, created_at desc);
create index device_authorizations_by_age on device_authorizations (created_at);
