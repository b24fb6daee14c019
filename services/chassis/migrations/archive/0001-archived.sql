-- The subjects that are not in this database any more, or are in files besides: one row for each charge, payment or ledger transaction
-- that was archived. A read that finds nothing looks here, and a restore finds the file.
create table archived (
  kind text not null,
  id text collate "C" not null,
  -- Whose it is; null where nobody asks for it by themselves.
  owner_id bigint,
  -- Below the folder of archives.
  file text not null,
  archived_at timestamptz not null default now(),
  primary key (kind, id)
);
