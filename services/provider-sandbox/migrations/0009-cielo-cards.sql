-- Cards that a sale with SaveCard left behind, by their CardToken. Of a card only what the acquirer itself shows is kept,
-- and beside it what its number would have been answered.
create table cielo_cards (
  card_token uuid primary key,
  document   jsonb not null,
  saved_at   timestamptz not null
);
