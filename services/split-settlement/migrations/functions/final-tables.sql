-- version: 1
-- Rows of the books are never changed: each of their tables has a line here.
create or replace function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'The ledger is not changed: % on % is refused.', tg_op, tg_table_name using errcode = 'restrict_violation';
end $$;

create or replace trigger settlements_are_final before update or delete or truncate on settlements execute function refuse_change();
create or replace trigger shares_are_final before update or delete or truncate on settlement_shares execute function refuse_change();
create or replace trigger transactions_are_final before update or delete or truncate on ledger_transactions execute function refuse_change();
create or replace trigger postings_are_final before update or delete or truncate on postings execute function refuse_change();
create or replace trigger reversals_are_final before update or delete or truncate on reversals execute function refuse_change();
create or replace trigger reversal_shares_are_final before update or delete or truncate on reversal_shares execute function refuse_change();
create or replace trigger decisions_are_final before update or delete or truncate on dispute_decisions execute function refuse_change();
create or replace trigger surplus_resolutions_are_final before update or delete or truncate on surplus_resolutions
  execute function refuse_change();
create or replace trigger surplus_refunds_are_final before update or delete or truncate on surplus_refunds execute function refuse_change();
create or replace trigger coin_receipts_are_final before update or delete or truncate on coin_receipts
  execute function refuse_change();
create or replace trigger coin_refunds_are_final before update or delete or truncate on coin_refunds
  execute function refuse_change();
create or replace trigger withdrawal_transactions_are_final before update or delete or truncate on withdrawal_transactions
  execute function refuse_change();
create or replace trigger day_reports_are_final before update or delete or truncate on day_reports
  execute function refuse_change();
create or replace trigger day_report_parts_are_final before update or delete or truncate on day_report_parts
  execute function refuse_change();
create or replace trigger booked_events_are_final before update or delete or truncate on booked_events
  execute function refuse_change();
