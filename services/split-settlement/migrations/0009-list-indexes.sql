-- One index for each way in which entries and withdrawals are listed, ending in the order of the list, so that a page is a
-- walk along it however rare its rows are. Without this one, a reason that an account does not have reads all of the account.
create index postings_by_kind on postings (account_id, kind, booked_at desc, entry_id desc);
create index withdrawals_by_status on withdrawals (user_id, status, created_at desc, withdrawal_id desc);

-- Ranges of pages that have filled up are added to the index within a minute. Without it a look at a day reads everything
-- since the last vacuum of the table, which is a fifth of it before the next one.
alter index postings_by_day set (autosummarize = on);
