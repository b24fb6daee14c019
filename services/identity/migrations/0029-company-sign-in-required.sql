-- Whether a user's people act for it in sessions by its provider only, but for those who manage them.
alter table company_providers add column is_required boolean not null default false;
