-- Every invoice that a merchant can read has a row: of a charge, of a payment in coins (no charge, no withdrawal), or of a
-- withdrawal.
alter table charge_invoices alter column charge_id drop not null;
alter table charge_invoices add column withdrawal_id text;

alter table webhook_events add column withdrawal_id text;
update webhook_events set withdrawal_id = body::json #>> '{data,payout,withdrawalId}' where event_type like 'payout.%';

insert into charge_invoices (invoice_id, user_id)
select distinct invoice_id, user_id from webhook_events
where charge_id is null and invoice_id is not null and event_type like 'payment.%'
on conflict do nothing;

create index webhook_events_of_coins on webhook_events (invoice_id, sequence)
  where charge_id is null and invoice_id is not null;
create index webhook_events_of_withdrawal on webhook_events (withdrawal_id, sequence) where withdrawal_id is not null;
