-- version: 1
-- A row without revoked_at gives the access back.
create or replace function keep_revoked_access(changes json) returns void language plpgsql strict as $$
begin
  delete from revoked_access r
  using json_to_recordset(changes) as c (kind text, id text, revoked_at timestamptz)
  where r.kind = c.kind and r.id = c.id and c.revoked_at is null;

  insert into revoked_access as r (kind, id, revoked_at)
  select c.kind, c.id, c.revoked_at
  from json_to_recordset(changes) as c (kind text, id text, revoked_at timestamptz)
  where c.revoked_at is not null
  on conflict (kind, id) do update set revoked_at = excluded.revoked_at;
end
$$;
