-- Days that have closed, and the reports that were made of them. A day is one in São Paulo.

-- Reports of closed days; they do not change any more. user_id is null for the platform's report, which providers'
-- accounts are reconciled with. The digest is of the report's JSON, byte for byte as it was made: its parts, one after
-- the other.
create table day_reports (
  day        date not null,
  user_id    bigint,
  part_count integer not null check (part_count > 0),
  sha256     text not null,
  made_at    timestamptz not null,
  unique nulls not distinct (day, user_id)
);

-- A day may have millions of entries, so its text is not one value. A part ends behind an entry.
create table day_report_parts (
  day     date not null,
  user_id bigint,
  part    integer not null check (part > 0),
  body    text not null,
  unique nulls not distinct (day, user_id, part)
);
