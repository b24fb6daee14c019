-- Verifications that a provider was asked for. Nothing personal is kept here: it is read when it is sent.
create table verification_requests (
  verification_id text primary key,
  user_id         bigint not null references recipients,
  -- WAITING: not with the provider yet. ASKED: it has not decided. ENDED: it has, or an operator has.
  status          text not null check (status in ('WAITING', 'ASKED', 'ENDED')),
  -- The provider's answer; null where there was none, or none that counted.
  result          text check (result in ('VERIFIED', 'REFUSED', 'NEEDS_REVIEW')),
  reasons         text[] not null default '{}',
  tries           integer not null default 0,
  -- When it is sent, or asked about, next; null once it has ended.
  due_at          timestamptz,
  created_at      timestamptz not null,
  ended_at        timestamptz
);
create index verification_requests_due on verification_requests (due_at) where due_at is not null;
create index verification_requests_of on verification_requests (user_id, created_at desc);
