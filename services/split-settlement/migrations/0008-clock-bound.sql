-- Whether the installation runs by a clock that is moved by hand, as beside a sandbox; set when the service starts. Other
-- installations refuse entries that are dated ahead of the database's clock: see functions/clock-bound.sql.
alter table ledger_clock add column is_moved_by_hand boolean not null default false;
