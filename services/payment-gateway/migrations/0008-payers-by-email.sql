-- A payer who asks to be erased may be known by an e-mail alone, above all of payments in coins.
create index payers_by_email on payers (lower(email)) where email is not null;
