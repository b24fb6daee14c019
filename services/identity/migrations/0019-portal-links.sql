-- Links by which a merchant opens a window for one of its sellers. A link opens once, so the row of the link is the row of
-- the session behind it.
create table portal_links (
  link_id          text primary key,
  -- The seller.
  user_id          bigint not null references users,
  merchant_user_id bigint not null references users,
  -- The key that made it, or the person through the console.
  client_id        text,
  person_id        text,
  person_name      text,
  screens          text[] not null check (cardinality(screens) > 0),
  return_url       text,
  -- SHA-256: of the secret in the address until the link is opened, then of the secret that the browser keeps.
  secret_hash      bytea not null unique,
  created_at       timestamptz not null,
  -- Until when it may be opened, then when the session ends.
  expires_at       timestamptz not null,
  opened_at        timestamptz,
  -- Of whoever opened it.
  locale           text check (locale in ('pt-BR', 'en')),
  ended_at         timestamptz,
  check (expires_at > created_at),
  check ((client_id is null) <> (person_id is null)),
  check ((opened_at is null) = (locale is null))
);
create index portal_links_of_merchant on portal_links (merchant_user_id, created_at desc, link_id desc);
create index portal_links_by_age on portal_links (created_at);
