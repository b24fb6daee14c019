-- Events, in order per stream. Never updated, never deleted, and read only as a whole: json keeps them as they came.
create table events (
  stream_id text not null,
  version integer not null,
  id text not null,
  type text not null,
  occurred_at timestamptz not null,
  data json not null,
  constraint events_pkey primary key (stream_id, version)
);

-- Rows a service writes beside its events, in the same transaction: the read row, payer data, unique keys.
-- It gets the rows of all appends of a group by the names the service gave them: {"charges": [...], "attempts": [...]}.
-- A service that has any replaces this function in its own functions/apply-effects.sql.
create function apply_effects(effects json) returns void language plpgsql as $$
begin
end
$$;
