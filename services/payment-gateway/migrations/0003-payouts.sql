-- One row per payout of a withdrawal, as its events leave it: what the reconciler goes by. The events decide. Its invoice
-- number comes from the same sequence as those of payments.
create table payouts (
  withdrawal_id text primary key,
  invoice_id bigint not null constraint payouts_invoice_id unique,
  user_id bigint not null,
  provider text not null,
  provider_reference text,
  status text not null check (status in ('requested', 'priced', 'prepared', 'processing', 'paid', 'failed')),
  amount_minor bigint not null check (amount_minor > 0),
  currency text not null,
  -- When to go on with it; null when there is nothing left to do.
  due_at timestamptz,
  asked_count integer not null default 0,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- A payout at a provider belongs to one withdrawal, whatever the provider answers.
  constraint payouts_provider_reference unique (provider, provider_reference)
) with (fillfactor = 80);

create index payouts_due on payouts (due_at) where due_at is not null;
create index payouts_waiting on payouts (updated_at) where due_at is not null;
