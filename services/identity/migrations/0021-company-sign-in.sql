-- The OpenID provider by which people of a user sign in. It speaks for this user's people at this user, and for nobody else.
create table company_providers (
  user_id       bigint primary key references users,
  -- By which a person finds it on the page to sign in; in lower case.
  sign_in_name  text not null unique,
  display_name  text not null,
  issuer        text not null,
  client_id     text not null,
  -- AES-256-GCM under KEY_ENCRYPTION_KEYS.
  sealed_secret bytea not null,
  created_at    timestamptz not null,
  updated_at    timestamptz not null
);

-- Whom a provider means. Without the membership there is none, and an issuer that was replaced means nobody.
create table company_links (
  user_id      bigint not null references company_providers on delete cascade,
  person_id    text not null,
  issuer       text not null,
  subject      text not null,
  created_at   timestamptz not null,
  last_used_at timestamptz,
  primary key (user_id, person_id),
  unique (user_id, issuer, subject),
  foreign key (user_id, person_id) references memberships on delete cascade
);
create index company_links_of_person on company_links (person_id);

-- Sign-ins that are under way. A row is gone when its answer comes, whatever that is worth.
create table company_sign_ins (
  -- SHA-256 of what the provider sends back: 256 random bits.
  state_hash bytea primary key,
  user_id    bigint not null,
  -- As they were when it began: another provider's answer is none.
  issuer     text not null,
  client_id  text not null,
  -- SHA-256 of what the browser keeps, from which nonce and code verifier are derived.
  bound_to   bytea not null,
  -- The session in which a person links themselves; null where somebody signs in.
  session_id text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  check (expires_at > created_at)
);
create index company_sign_ins_by_age on company_sign_ins (created_at);

-- The user whose provider it came from: such a session acts there alone. Null for passwords and passkeys.
alter table sessions add column company_user_id bigint;
