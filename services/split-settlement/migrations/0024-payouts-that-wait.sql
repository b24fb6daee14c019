-- without transaction
-- Payouts that failed or wait for a second person are few beside those that were paid; they are counted for their user, for the
-- merchant that managed the user, and for staff.
create index concurrently if not exists withdrawals_waiting_of_user on withdrawals (user_id, status, created_at)
  where status in ('failed', 'awaiting_release');
create index concurrently if not exists withdrawals_waiting_of_manager on withdrawals (manager_user_id, status, created_at)
  where status in ('failed', 'awaiting_release') and manager_user_id is not null;
create index concurrently if not exists withdrawals_waiting on withdrawals (status, created_at)
  where status in ('failed', 'awaiting_release');
