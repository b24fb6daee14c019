create table inboxes (
  name       text primary key,
  -- How many further messages are refused; null refuses every one.
  fail_times integer default 0 check (fail_times >= 0),
  status     integer not null default 500,
  delay_ms   integer not null default 0
);

create table inbox_messages (
  id          bigint generated always as identity primary key,
  inbox       text not null,
  received_at timestamptz not null,
  headers     jsonb not null,
  raw_body    text not null,
  verified    boolean not null,
  answered    integer not null
);

create index inbox_messages_inbox on inbox_messages (inbox, id);
