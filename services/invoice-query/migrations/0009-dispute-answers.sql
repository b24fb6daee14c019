-- Until when a dispute is answered, and how it was.
alter table disputes
  add column respond_by timestamptz,
  add column answered_at timestamptz,
  add column decision text,
  -- Null where no evidence was told of.
  add column evidence_count integer;
