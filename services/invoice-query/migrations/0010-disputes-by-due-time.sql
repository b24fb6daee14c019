-- without transaction
-- What waits for an answer, most urgent first; few rows at any time.
create index concurrently if not exists disputes_awaiting
  on disputes (user_id, respond_by, dispute_id) where status = 'OPEN' and answered_at is null;
