-- Slow retries follow the schedule of the first quarter of an hour, for three days. An ordered endpoint keeps the short
-- schedule unless its merchant chooses: one message that fails would hold the others back for three days.
alter table webhook_endpoints add column has_slow_retries boolean not null default true;
update webhook_endpoints set has_slow_retries = false where is_ordered;

alter table webhook_settings add column has_charge_url_slow_retries boolean not null default false;

-- The setting of its address when it was planned, or when the endpoint was changed last.
alter table deliveries add column has_slow_retries boolean not null default false;

-- Its result gets a column, and a function's result cannot be replaced.
drop function if exists claim_deliveries(timestamptz, integer, jsonb, integer, integer);
