-- The person or API key that asked for a refund, or decided about money beside a charge; null of what is older.
alter table refunds add column requested_by text;
alter table surpluses add column resolved_by text;
