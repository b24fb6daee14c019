-- The terms of a merchant's contract for paying its recipients. Rows are only added, so that it can be said who
-- allowed what and when; the newest of a user counts, and without one nothing is allowed.
create table payout_terms (
  terms_id       bigint generated always as identity primary key,
  user_id        bigint not null references users,
  may_pay_others boolean not null,
  by_user_id     bigint not null,
  by_client_id   text not null,
  set_at         timestamptz not null
);
create index payout_terms_of on payout_terms (user_id, terms_id);

-- Destinations of other holders. The holder lies with the key and the account, so that an erasure deletes it, too.
alter table destinations add column is_own_document boolean not null default true;
alter table destination_data add column holder jsonb;
