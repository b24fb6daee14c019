-- without transaction
-- Open disputes are few beside those that are decided; they are counted for a merchant and for staff.
create index concurrently if not exists disputes_open on disputes (user_id) where status = 'OPEN';
