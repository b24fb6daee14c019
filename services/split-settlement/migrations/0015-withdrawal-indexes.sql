-- without transaction
create index concurrently if not exists withdrawals_awaiting_release
  on withdrawals (release_until) where status = 'awaiting_release';
create index concurrently if not exists withdrawals_by_rail
  on withdrawals (user_id, rail, created_at desc, withdrawal_id desc);
create index concurrently if not exists withdrawals_by_manager
  on withdrawals (manager_user_id, created_at desc, withdrawal_id desc) where manager_user_id is not null;
create index concurrently if not exists withdrawals_by_batch on withdrawals (batch_id) where batch_id is not null;
create unique index concurrently if not exists withdrawal_transactions_by_step
  on withdrawal_transactions (withdrawal_id, is_end) where return_reference is null;
create unique index concurrently if not exists withdrawal_transactions_by_return
  on withdrawal_transactions (withdrawal_id, return_reference) where return_reference is not null;
