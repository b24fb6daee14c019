-- Suspended users and revoked API keys: their tokens count no longer, although their signatures hold.
create table revoked_access (
  kind       text not null check (kind in ('user', 'key')),
  id         text not null,
  revoked_at timestamptz not null,
  primary key (kind, id)
);

create index revoked_access_at on revoked_access (revoked_at);
