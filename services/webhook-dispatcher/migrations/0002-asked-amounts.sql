-- What a charge and its attempts asked for: a charge may be paid with less, or in parts. Null for what was there before.
alter table charges add column gross_amount_minor bigint;
alter table charge_invoices add column gross_amount_minor bigint;
