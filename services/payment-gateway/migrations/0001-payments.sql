-- The number a merchant quotes to support: one per payment, given once.
create sequence invoice_ids start with 100001;

-- One row per payment, as its events leave it: what reads and the reconciler go by. The events decide.
create table payments (
  payment_id text primary key,
  invoice_id bigint not null constraint payments_invoice_id unique,
  user_id bigint not null,
  charge_id text,
  attempt_id text,
  payment_method text not null,
  provider text not null,
  provider_reference text,
  status text not null check (status in ('requested', 'unknown', 'offered', 'received', 'expired', 'failed')),
  amount_minor bigint not null check (amount_minor > 0),
  currency text not null,
  external_reference text,
  expires_at timestamptz not null,
  -- When the provider is to be asked next; null when there is nothing left to ask.
  due_at timestamptz,
  asked_count integer not null default 0,
  created_at timestamptz not null,
  updated_at timestamptz not null
) with (fillfactor = 80);

create index payments_due on payments (due_at) where due_at is not null;

-- Who pays. Apart from everything else, so that it can be erased without touching history.
create table payers (
  payment_id text primary key,
  name text,
  email text,
  document text,
  created_at timestamptz not null default now()
);

-- The same money is booked once, whichever payment a provider says it is for.
create table receipts (
  provider text not null,
  provider_reference text not null,
  payment_id text not null references payments,
  amount_minor bigint not null check (amount_minor > 0),
  received_at timestamptz not null,
  recorded_at timestamptz not null,
  constraint receipts_once primary key (provider, provider_reference)
);

create index receipts_by_payment on receipts (payment_id);

-- Runs inside append_events: the read row, the payer and the receipts commit with the events or not at all.
create or replace function apply_effects(stream_id text, effects jsonb) returns void language plpgsql as $$
begin
  insert into payments (
    payment_id, invoice_id, user_id, charge_id, attempt_id, payment_method, provider, provider_reference, status,
    amount_minor, currency, external_reference, expires_at, due_at, created_at, updated_at
  )
  select
    stream_id, p.invoice_id, p.user_id, p.charge_id, p.attempt_id, p.payment_method, p.provider, p.provider_reference,
    p.status, p.amount_minor, p.currency, p.external_reference, p.expires_at, p.due_at, p.at, p.at
  from jsonb_to_record(effects -> 'payment') as p (
    invoice_id bigint, user_id bigint, charge_id text, attempt_id text, payment_method text, provider text,
    provider_reference text, status text, amount_minor bigint, currency text, external_reference text,
    expires_at timestamptz, due_at timestamptz, at timestamptz
  )
  on conflict (payment_id) do update set
    status = excluded.status,
    provider_reference = excluded.provider_reference,
    due_at = excluded.due_at,
    asked_count = 0,
    updated_at = excluded.updated_at;

  if effects ? 'payer' then
    insert into payers (payment_id, name, email, document)
    values (
      stream_id, effects -> 'payer' ->> 'name', effects -> 'payer' ->> 'email', effects -> 'payer' ->> 'document'
    );
  end if;

  if effects ? 'receipts' then
    insert into receipts (provider, provider_reference, payment_id, amount_minor, received_at, recorded_at)
    select r.provider, r.provider_reference, stream_id, r.amount_minor, r.received_at, r.recorded_at
    from jsonb_to_recordset(effects -> 'receipts') as r (
      provider text, provider_reference text, amount_minor bigint, received_at timestamptz, recorded_at timestamptz
    );
  end if;
end
$$;
