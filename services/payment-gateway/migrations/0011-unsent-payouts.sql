-- without transaction
-- What a rail has still to pay: few rows at any time.
create index concurrently if not exists payouts_unsent
  on payouts (rail) where status in ('requested', 'priced', 'prepared');
