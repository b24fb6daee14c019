-- without transaction
-- For the retention, which deletes what is old enough, and for lists by the beginning of a name.
create index concurrently if not exists recipient_data_erased on recipient_data (erased_at) where erased_at is not null;
create index concurrently if not exists recipient_data_by_name on recipient_data (searched_name text_pattern_ops);
