-- A return is a further end of a withdrawal that was paid. withdrawal_transactions_by_step holds for all others.
alter table withdrawal_transactions drop constraint withdrawal_transactions_withdrawal_id_is_end_key;
