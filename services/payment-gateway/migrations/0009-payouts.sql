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
  -- What a provider sends is sent for one withdrawal, whatever it says.
  constraint payouts_provider_reference unique (provider, provider_reference)
) with (fillfactor = 80);

create index payouts_due on payouts (due_at) where due_at is not null;
create index payouts_waiting on payouts (updated_at) where due_at is not null;

-- Refunds that a provider speaks of by its own name for them: which payment they are of.
create table refund_references (
  provider text not null,
  provider_reference text not null,
  payment_id text not null,
  constraint refund_references_once primary key (provider, provider_reference)
);

-- What payments write beside their events, as it was; it only has another name now, because payouts write as well.
alter function apply_effects(text, jsonb) rename to apply_payment_effects;

create function apply_payout_effects(withdrawal text, effects jsonb) returns void language plpgsql as $$
begin
  insert into payouts (
    withdrawal_id, invoice_id, user_id, provider, provider_reference, status, amount_minor, currency, due_at,
    created_at, updated_at
  )
  select
    withdrawal, p.invoice_id, p.user_id, p.provider, p.provider_reference, p.status, p.amount_minor, p.currency,
    p.due_at, p.at, p.at
  from jsonb_to_record(effects -> 'payout') as p (
    invoice_id bigint, user_id bigint, provider text, provider_reference text, status text, amount_minor bigint,
    currency text, due_at timestamptz, at timestamptz
  )
  on conflict (withdrawal_id) do update set
    status = excluded.status,
    provider_reference = excluded.provider_reference,
    due_at = excluded.due_at,
    asked_count = 0,
    updated_at = excluded.updated_at;
end
$$;

-- Runs inside append_events: what is written beside the events commits with them or not at all.
create function apply_effects(stream_id text, effects jsonb) returns void language plpgsql as $$
begin
  if effects ? 'payment' then
    perform apply_payment_effects(stream_id, effects);
  end if;
  if effects ? 'payout' then
    perform apply_payout_effects(stream_id, effects);
  end if;
  if effects ? 'refund_references' then
    insert into refund_references (provider, provider_reference, payment_id)
    select r.provider, r.provider_reference, stream_id
    from jsonb_to_recordset(effects -> 'refund_references') as r (provider text, provider_reference text);
  end if;
end
$$;
