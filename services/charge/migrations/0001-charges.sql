-- Read by GET and the list: one row per charge, written in the transaction of its events. Amounts are in minor units.
-- The ids' collation is that of bytes: cheap to compare, and the order of time.
create table charges (
  charge_id text collate "C" primary key,
  user_id bigint not null,
  kind text not null,
  status text not null,
  status_reason text,
  gross_amount_minor bigint not null,
  fee_amount_minor bigint not null,
  net_amount_minor bigint not null,
  shared_amount_minor bigint not null,
  dispute_reserve_minor bigint not null,
  refunded_amount_minor bigint not null,
  -- The amount booked as paid; less than gross_amount_minor where less was accepted for the whole.
  paid_amount_minor bigint,
  currency text not null,
  description text,
  external_reference text,
  webhook_url text,
  redirect_url text,
  -- How it may be paid; null leaves that to the payer.
  methods text[],
  -- In how many parts a card may pay, at most.
  installments_max integer not null,
  -- It fails with its last attempt.
  attempts_max integer not null,
  -- Who tells of the payer of POST /payments; null for every other charge.
  client_mode text,
  fees json not null,
  shares json not null,
  paid_attempt_id text,
  paid_at timestamptz,
  expires_at timestamptz not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- A charge of which less was accepted is divided as what it brought.
  constraint charges_add_up check (
    coalesce(paid_amount_minor, gross_amount_minor) = fee_amount_minor + net_amount_minor and net_amount_minor >= 0
  )
) with (fillfactor = 90);

-- One index for each way a merchant lists, ending in the order of the list, so that a page is a walk along it.
create index charges_by_merchant on charges (user_id, created_at desc, charge_id desc);
create index charges_by_status on charges (user_id, status, created_at desc, charge_id desc);
create index charges_by_reference on charges (user_id, external_reference, created_at desc, charge_id desc)
  where external_reference is not null;
-- Charges that the janitor expires, and that a list shows as expired before that.
create index charges_by_expiry on charges (expires_at) include (user_id, charge_id) where status = 'PENDING';

-- How many charges a merchant has in each status: counting a million rows for a list's total takes longer than the
-- list. Each connection counts in a shard of its own, because one row per merchant would make all his charges wait for
-- one another. A single shard may go below zero; the sum does not.
create table charge_counts (
  user_id bigint not null,
  status text not null,
  shard integer not null,
  total bigint not null,
  primary key (user_id, status, shard)
) with (fillfactor = 50);
