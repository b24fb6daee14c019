-- Days that have closed, and the reports that were made of them. A day is one in São Paulo.

-- What a day's report says does not change any more. user_id is null for the platform's report, which providers' accounts are
-- reconciled with. The body is the report's JSON, byte for byte as it was made.
create table day_reports (
  day     date not null,
  user_id bigint,
  body    text not null,
  sha256  text not null,
  made_at timestamptz not null,
  unique nulls not distinct (day, user_id)
);
