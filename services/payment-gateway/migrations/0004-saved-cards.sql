-- Cards whose payers asked to have them saved, by our own name for each. The acquirer keeps the card; we keep what it calls
-- it, sealed with KEY_ENCRYPTION_KEY, and never a number. Erase a row and the card is charged no more.
create table saved_cards (
  card_token text primary key,
  -- Whose payers' card it is: no other merchant can charge it.
  user_id bigint not null,
  provider text not null,
  sealed_token bytea not null,
  brand text not null,
  last4 text not null,
  expiration_month smallint not null,
  expiration_year smallint not null,
  -- The payment the card was saved with: a payment takes one card.
  payment_id text not null constraint saved_cards_payment unique,
  created_at timestamptz not null
);
-- A merchant lists their saved cards newest first. A card_token ends in a ULID, so its order is that of time.
create index saved_cards_by_user on saved_cards (user_id, card_token desc);
