-- A difference that a person has dealt with outside is settled by their word. Each has a name of its own, by which they
-- settle it; the default names those that are there already, and those of a process from before this.
alter table statement_differences
  add column difference_id text not null default 'std_' || replace(gen_random_uuid()::text, '-', ''),
  -- What they did, who they are and when they said so; null on one that no person settled.
  add column settlement_note text,
  add column settled_by bigint,
  add column settled_at timestamptz,
  add constraint statement_differences_id unique (difference_id),
  add constraint statement_differences_settled check (num_nulls(settlement_note, settled_by, settled_at) in (0, 3)),
  add constraint statement_differences_by_person check (settled_by is null or status = 'SETTLED');
