-- What statements tell of a charge: the merchant's reference and words, and the PIX transfer that paid it. Null of charges
-- booked before, whose events the ledger does not keep.
alter table settlements add column external_reference text, add column description text, add column end_to_end_id text;
