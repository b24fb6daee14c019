-- Mail that the simulated mail server took.
create table mailbox (
  id          bigint generated always as identity primary key,
  received_at timestamptz not null,
  sender      text not null,
  -- In lower case.
  recipient   text not null,
  subject     text not null,
  body        text not null
);
create index mailbox_of on mailbox (recipient, id desc);
