-- A merchant lists their saved cards newest first. A card_token ends in a ULID, so its order is that of time.
create index saved_cards_by_user on saved_cards (user_id, card_token desc);
