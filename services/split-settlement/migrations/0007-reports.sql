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
create trigger day_reports_are_final before update or delete or truncate on day_reports
  execute function refuse_change();

-- Which users have entries of a day; entries lie in the order of their dates.
create index postings_by_day on postings using brin (booked_at);

-- Closes everything before a moment: whoever is booking now has committed when this returns, and nothing is dated before it
-- any more, whatever the clocks say of those who book later.
create function close_books(until timestamptz) returns void language plpgsql as $$
begin
  perform lock_ledger();
  update ledger_clock set booked_until = until where booked_until < until;
end
$$;
