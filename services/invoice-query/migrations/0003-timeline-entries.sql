-- Every event that tells something of a charge, a payment or a withdrawal, whichever service said it. Nothing is folded
-- here, so it does not matter in which order the topics arrive. The archive has each event once, and so has this table.
create table timeline_entries (
  event_id   text not null,
  charge_id  text,
  -- The payment or withdrawal whose story it is part of, beside the charge's.
  subject_id text,
  -- Whose charge it is; null where the event names another user, such as the recipient of a share.
  owner_id   bigint,
  type       text not null,
  source     text not null,
  position   bigint not null,
  at         timestamptz not null,
  details    json not null
);
-- A story has some dozens of entries, which are put in order when it is read.
create index timeline_entries_by_charge on timeline_entries (charge_id) where charge_id is not null;
create index timeline_entries_by_subject on timeline_entries (subject_id) where subject_id is not null;
