-- The current state of each charge, folded from charge.events.v1. A column is null until an event sets it.
create table charges (
  charge_id              text primary key,
  position               bigint not null,
  user_id                bigint not null,
  status                 text,
  status_reason          text,
  payment_method         text,
  gross_minor            bigint,
  fee_minor              bigint,
  net_minor              bigint,
  shared_minor           bigint,
  dispute_reserve_minor  bigint,
  currency               text,
  description            text,
  external_reference     text,
  attempts_offered       integer not null,
  refunded_minor         bigint not null,
  surplus_minor          bigint not null,
  surplus_refunded_minor bigint not null,
  expires_at             timestamptz,
  created_at             timestamptz,
  paid_at                timestamptz,
  updated_at             timestamptz not null
-- Only the key is indexed: with room on its page, a row is updated without touching the index.
) with (fillfactor = 70);
