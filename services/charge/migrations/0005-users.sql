-- This service's copy of the users, from identity.events.v1: who may receive a share, and what payers see of a merchant.
-- A user's own e-mail is known by hash only.
create table users (
  user_id bigint primary key,
  email_hash text not null,
  status text not null,
  profiles text[] not null,
  -- displayName, supportEmail, supportUrl and logoPath; null for a user who gave none or took it back. Business data,
  -- which payers read.
  merchant_profile jsonb
);
create index users_by_email on users (email_hash);
