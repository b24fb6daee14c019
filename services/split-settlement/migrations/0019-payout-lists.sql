-- without transaction
-- Staff read the payouts of all users, newest first.
create index concurrently if not exists withdrawals_by_time on withdrawals (created_at desc, withdrawal_id desc);
