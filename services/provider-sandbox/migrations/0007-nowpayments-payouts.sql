-- NOWPayments: coins that go out. Payouts are asked for and verified by the batch; each goes its own way afterwards.
create table nowpayments_payout_batches (
  batch_id      bigint primary key,
  -- Wrong codes; after ten no code is right any more.
  codes_refused integer not null default 0
);

create table nowpayments_payouts (
  payout_id  bigint primary key,
  batch_id   bigint not null references nowpayments_payout_batches,
  address    text not null,
  document   jsonb not null,
  created_at timestamptz not null,
  -- When it takes its next step or is given up unverified, by the sandbox's clock.
  due_at     timestamptz
);

create index nowpayments_payouts_batch on nowpayments_payouts (batch_id);
create index nowpayments_payouts_address on nowpayments_payouts (address);
create index nowpayments_payouts_created on nowpayments_payouts (created_at, payout_id);
create index nowpayments_payouts_due on nowpayments_payouts (due_at) where due_at is not null;
