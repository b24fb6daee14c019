-- What happened, in order per stream. Never updated, never deleted.
create table events (
  stream_id text not null,
  version integer not null check (version >= 1),
  id text not null,
  type text not null,
  data jsonb not null,
  recorded_at timestamptz not null default clock_timestamp(),
  constraint events_pkey primary key (stream_id, version)
);

-- What a service wants written beside its events, in the same transaction: the read row, payer data, unique keys.
-- A service that has any replaces this function in a migration of its own.
create function apply_effects(stream_id text, effects jsonb) returns void language plpgsql as $$
begin
end
$$;
