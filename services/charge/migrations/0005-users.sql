-- This service's copy of the users, from identity.events.v1: who may receive a share. E-mails are known by hash only.
create table users (
  user_id bigint primary key,
  email_hash text not null,
  status text not null,
  profiles text[] not null
);
create index users_by_email on users (email_hash);
