-- A callback waits here until the merchant has answered 2xx. It is inserted together with what it tells of. Callbacks of
-- every provider go one way, so that chaos and retries are the same for all.
create table callbacks (
  id           bigint generated always as identity primary key,
  provider     text not null,
  address      text not null,
  -- Which registration it goes out for, where the provider signs with a secret of that registration.
  subscription text,
  body         text not null,
  attempts     integer not null default 0,
  due_at       timestamptz not null,
  -- Whoever sends it has it until then. Apart from due_at, because moving the sandbox's clock moves only that.
  leased_until timestamptz not null default now()
);

create index callbacks_due on callbacks (due_at);
