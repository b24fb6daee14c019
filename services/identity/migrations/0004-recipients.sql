-- Who is paid: the legal side of a user. Its state is a row of its own; personal data lies in one table beside it, so that
-- it can be erased, and is never on a topic.
create table recipients (
  user_id           bigint primary key references users,
  -- The merchant that made the user and looks after them; null where nobody but the user does.
  manager_user_id   bigint references users,
  kind              text not null check (kind in ('PERSON', 'COMPANY')),
  verification      text not null
    check (verification in ('NOT_STARTED', 'PENDING', 'VERIFIED', 'REFUSED', 'SUSPENDED')),
  refusal_reasons   text[] not null default '{}',
  suspension_reason text,
  created_at        timestamptz not null,
  updated_at        timestamptz not null
);
-- What waits for a person to decide.
create index recipients_pending on recipients (updated_at) where verification = 'PENDING';

create table recipient_data (
  user_id        bigint primary key references recipients,
  name           text not null,
  trade_name     text,
  document       text not null,
  telephone      text,
  address        jsonb,
  birth_date     date,
  representative jsonb,
  activity       text,
  -- The name in lower case and without accents, by which lists are searched.
  searched_name  text not null,
  updated_at     timestamptz not null
);
create index recipient_data_by_document on recipient_data (document);

-- Whom a merchant sells with, under the merchant's own reference.
create table merchant_recipients (
  merchant_user_id   bigint not null references users,
  user_id            bigint not null references users,
  external_reference text,
  created_at         timestamptz not null,
  primary key (merchant_user_id, user_id)
);
create unique index merchant_recipients_by_reference
  on merchant_recipients (merchant_user_id, external_reference) where external_reference is not null;
create index merchant_recipients_newest on merchant_recipients (merchant_user_id, created_at desc, user_id desc);

-- Who asked for a verification and who decided it. Rows are only added.
create table verification_steps (
  step_id       bigint generated always as identity primary key,
  user_id       bigint not null references recipients,
  verification  text not null,
  reasons       text[] not null default '{}',
  by_user_id    bigint not null,
  by_client_id  text not null,
  happened_at   timestamptz not null
);
create index verification_steps_of on verification_steps (user_id, step_id);
