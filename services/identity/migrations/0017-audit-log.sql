-- Who did what. Rows are added and read, and never changed; what became of one is a row of its own.
create table audit_entries (
  audit_id    text primary key,
  happened_at timestamptz not null,
  -- At which user; null where nobody was chosen, as at a sign-in.
  user_id     bigint,
  person_id   text,
  client_id   text,
  -- The operationId, or SIGN_IN and the like.
  operation   text not null,
  object      text,
  before      jsonb,
  after       jsonb,
  -- Null where it is told later.
  outcome     text check (outcome in ('DONE', 'REFUSED', 'FAILED')),
  address     text,
  user_agent  text,
  request_id  text
);
create index audit_entries_of_user on audit_entries (user_id, happened_at desc, audit_id desc) where user_id is not null;
create index audit_entries_of_person on audit_entries (person_id, happened_at desc) where person_id is not null;
create index audit_entries_by_age on audit_entries (happened_at);

create table audit_outcomes (
  audit_id text primary key references audit_entries on delete cascade,
  outcome  text not null check (outcome in ('DONE', 'REFUSED', 'FAILED')),
  status   integer not null,
  told_at  timestamptz not null
);
