-- Mail to people. It says secrets, so it is sealed, and gone once the mail is sent or given up.
create table mails (
  mail_id    text primary key,
  kind       text not null,
  status     text not null check (status in ('WAITING', 'SENT', 'GIVEN_UP')),
  -- AES-256-GCM under KEY_ENCRYPTION_KEYS: address, language and link.
  sealed     bytea check ((sealed is null) = (status <> 'WAITING')),
  tries      integer not null default 0,
  -- When it is sent next; null once it has ended.
  due_at     timestamptz,
  created_at timestamptz not null
);
create index mails_due on mails (due_at) where due_at is not null;
create index mails_by_age on mails (created_at);

create table password_resets (
  reset_id    text primary key,
  person_id   text not null references persons,
  -- SHA-256: the secret is 256 random bits.
  secret_hash bytea not null unique,
  created_at  timestamptz not null,
  expires_at  timestamptz not null,
  ended_at    timestamptz,
  check (expires_at > created_at)
);
create index password_resets_of_person on password_resets (person_id, created_at desc);
create index password_resets_by_age on password_resets (created_at);
