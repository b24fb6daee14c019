-- People who sign in. The user stays the account; a membership gives a person a role at a user.
create table persons (
  person_id           text primary key,
  -- In lower case.
  email               text not null unique,
  name                text not null,
  locale              text not null check (locale in ('pt-BR', 'en')),
  status              text not null check (status in ('ACTIVE', 'SUSPENDED')),
  -- Argon2id in PHC's text.
  password_hash       text not null,
  password_changed_at timestamptz not null,
  created_at          timestamptz not null,
  updated_at          timestamptz not null
);

create table memberships (
  user_id    bigint not null references users,
  person_id  text not null references persons,
  -- One of contracts/roles.yaml.
  role       text not null,
  created_at timestamptz not null,
  -- The person or the API key that invited them.
  created_by text not null,
  primary key (user_id, person_id)
);
create index memberships_of_person on memberships (person_id);

create table invitations (
  invitation_id text primary key,
  user_id       bigint not null references users,
  -- In lower case.
  email         text not null,
  role          text not null,
  -- SHA-256: the secret is 256 random bits.
  secret_hash   bytea not null unique,
  created_at    timestamptz not null,
  created_by    text not null,
  expires_at    timestamptz not null,
  ended_at      timestamptz,
  check (expires_at > created_at)
);
create index invitations_open on invitations (user_id, created_at desc) where ended_at is null;

create table sessions (
  session_id  text primary key,
  person_id   text not null references persons,
  -- SHA-256 of what the browser keeps; another one after each proof.
  secret_hash bytea not null unique,
  -- The password was right, and a code is still to come.
  is_pending  boolean not null,
  -- When a second factor was last proven in it.
  proven_at   timestamptz,
  created_at  timestamptz not null,
  -- To a minute.
  used_at     timestamptz not null,
  address     text not null,
  user_agent  text not null,
  ended_at    timestamptz
);
create index sessions_of_person on sessions (person_id, used_at desc) where ended_at is null;
create index sessions_by_age on sessions (created_at);

-- The app of a person that shows codes, and hashes of the recovery codes that were not used.
create table person_second_factors (
  person_id       text primary key references persons,
  -- AES-256-GCM under KEY_ENCRYPTION_KEYS.
  sealed_secret   bytea not null,
  created_at      timestamptz not null,
  confirmed_at    timestamptz,
  last_step       bigint,
  wrong_codes     integer not null default 0 check (wrong_codes >= 0),
  wrong_since     timestamptz,
  recovery_hashes bytea[] not null default '{}',
  check ((wrong_codes = 0) = (wrong_since is null))
);
