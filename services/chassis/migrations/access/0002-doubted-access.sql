-- Users of whom an event is missing or cannot be read: it may have revoked their access. Their tokens from before
-- doubted_at count no longer, and identity, which knows, gives them a new one or refuses to.
create table doubted_access (
  user_id text primary key,
  doubted_at timestamptz not null
);

create index doubted_access_at on doubted_access (doubted_at);
