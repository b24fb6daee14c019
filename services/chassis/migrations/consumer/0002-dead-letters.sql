-- Events that did not take effect and no longer hold their aggregate up: dead letters, and events that an operator skipped.
-- position is null for a message without one. put_back_at: an operator wants it handled again, and the running consumer
-- does it. settled_at: it was handled after all, or dropped, or shown by a rebuild of the views.
create table dead_letters (
  id bigint generated always as identity primary key,
  topic text not null,
  key text not null,
  position bigint,
  partition integer not null,
  "offset" bigint not null,
  headers json not null,
  value json not null,
  reason text not null,
  detail text not null,
  buried_at timestamptz not null default now(),
  put_back_at timestamptz,
  settled_at timestamptz,
  settled_how text check (settled_how in ('handled', 'dropped', 'rebuilt'))
);

create index dead_letters_put_back on dead_letters (id) where put_back_at is not null and settled_at is null;
create index dead_letters_open on dead_letters (id) where settled_at is null;
create index dead_letters_by_time on dead_letters (buried_at);
