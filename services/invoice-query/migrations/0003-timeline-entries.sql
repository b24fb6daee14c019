-- Every event that tells something of a charge, whichever service said it. Nothing is folded here, so it does not
-- matter in which order the topics arrive.
create table timeline_entries (
  event_id  text primary key,
  charge_id text not null,
  -- Whose charge it is; null where the event names another user, such as the recipient of a share.
  owner_id  bigint,
  type      text not null,
  source    text not null,
  position  bigint not null,
  at        timestamptz not null,
  details   jsonb not null
);
create index timeline_entries_by_charge on timeline_entries (charge_id, at);
