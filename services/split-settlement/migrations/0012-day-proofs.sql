-- Which closed days were compared with the books and the events and found right. Neither a kept report nor an entry changes,
-- so a closing need not compare the day again; a comparison that finds a difference takes the row away.
create table day_proofs (
  day         date not null,
  -- Null for the platform's report.
  user_id     bigint,
  compared_at timestamptz not null,
  unique nulls not distinct (day, user_id)
);
