-- Filters of the console's lists that a person keeps under a name, for one of the users they act for.
create table saved_views (
  view_id    text primary key,
  user_id    bigint not null,
  person_id  text not null,
  -- As the console's address has it.
  screen     text not null,
  name       text not null,
  -- Texts by name. They may be what a person looked for: an address, a document.
  filters    jsonb not null,
  is_shared  boolean not null,
  updated_at timestamptz not null,
  unique (user_id, person_id, screen, name),
  -- Who has no role at the user any more leaves none behind.
  foreign key (user_id, person_id) references memberships on delete cascade
);
create index saved_views_shared on saved_views (user_id) where is_shared;
