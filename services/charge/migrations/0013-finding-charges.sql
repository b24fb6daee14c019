-- without transaction
-- The filters and orders of a merchant's list, by what its rows have said all along; nothing has to be filled in.
--
-- Served by an index: an amount or a range of amounts and the order by amount (charges_by_value), days of payment and the
-- order by them (charges_by_payment), what was given back, is in dispute, or came by card or from abroad (an index of these few
-- each), what is held (surpluses_held_of), and payers by their keys. Filters on top of the merchant's list in the order of time:
-- PIX, which nearly all are, several statuses at once, and whatever is asked for with "not". A recipient is a filter on top of the
-- charges that are shared.
--
-- In ascending order throughout, so that a cursor is one comparison of rows whichever way the list is read.
create index concurrently if not exists charges_by_value on charges (user_id, gross_amount_minor, created_at, charge_id);
drop index concurrently if exists charges_by_amount;
create index concurrently if not exists charges_by_payment on charges (user_id, paid_at, charge_id)
  where paid_at is not null;
create index concurrently if not exists charges_refunded on charges (user_id, created_at, charge_id)
  where refunded_amount_minor > 0;
create index concurrently if not exists charges_disputed on charges (user_id, created_at, charge_id)
  where status_reason = 'DISPUTED';
-- The only fee of a charge is that of the method that paid it.
create index concurrently if not exists charges_beside_pix
  on charges (user_id, (fees -> 0 ->> 'method'), created_at, charge_id)
  where fees -> 0 ->> 'method' in ('CREDIT_CARD', 'INTERNATIONAL');
-- The owner of a charge always has a share.
create index concurrently if not exists charges_shared on charges (user_id, created_at, charge_id)
  where json_array_length(shares) > 1;
create index concurrently if not exists surpluses_held_of on surpluses (user_id, charge_id) where standing = 'held';
