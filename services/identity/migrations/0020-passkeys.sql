-- Passkeys of people (WebAuthn): each is both factors at once, since its device makes sure who holds it.
create table passkeys (
  passkey_id    text primary key,
  person_id     text not null references persons,
  -- As its device gave it.
  credential_id bytea not null unique,
  -- COSE.
  public_key    bytea not null,
  -- Of signatures, as the device counts them; 0 for ever where it does not. One that does not rise is a copy's.
  counter       bigint not null check (counter >= 0),
  transports    text[] not null,
  name          text not null,
  is_backed_up  boolean not null,
  created_at    timestamptz not null,
  last_used_at  timestamptz
);
create index passkeys_of_person on passkeys (person_id, created_at);

-- What browsers are asked to sign. A row is gone when its answer comes, whatever that is worth.
create table passkey_challenges (
  -- SHA-256: a challenge is 256 random bits.
  challenge_hash bytea primary key,
  purpose        text not null check (purpose in ('REGISTRATION', 'SIGN_IN', 'STEP_UP')),
  -- Whose answer counts: a session's id, or SHA-256 of what a browser without one keeps.
  bound_to       text not null,
  created_at     timestamptz not null,
  expires_at     timestamptz not null,
  check (expires_at > created_at)
);
create index passkey_challenges_by_age on passkey_challenges (created_at);
