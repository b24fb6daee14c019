-- The archive is divided by months of arrival, so that each month's indexes stay small and a month can be moved as one.
-- The table as it was becomes the first partition, up to the end of this month: no row is moved.
create sequence received_events_sequence;

alter table received_events rename to received_events_before;
alter table received_events_before alter column sequence drop identity;
alter table received_events_before drop constraint received_events_pkey;
-- When those events arrived was not kept.
alter table received_events_before add column received_at timestamptz not null default now();

select setval('received_events_sequence', coalesce(max(sequence), 0) + 1, false) from received_events_before;

create table received_events (
  sequence bigint not null default nextval('received_events_sequence'),
  topic text not null,
  envelope json not null,
  received_at timestamptz not null default now(),
  primary key (sequence, received_at)
) partition by range (received_at);

alter sequence received_events_sequence owned by received_events.sequence;

-- Rows of a time without a partition; the retention makes one and moves them.
create table received_events_rest partition of received_events default;

do $$
declare
  until constant timestamptz := (date_trunc('month', now() at time zone 'UTC') + interval '1 month') at time zone 'UTC';
  index record;
begin
  -- The service's own indexes, where its migrations were applied before this one.
  for index in
    select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition
    from pg_index i where i.indrelid = 'received_events_before'::regclass
  loop
    execute format('alter index %s rename to %I', index.name, index.name || '_before');
    execute regexp_replace(index.definition, ' ON \S+ ', ' ON received_events ');
  end loop;
  execute format(
    'alter table received_events attach partition received_events_before for values from (minvalue) to (%L)', until
  );
end
$$;
