-- Refunds that a provider speaks of by its own name for them: which payment they are of.
create table refund_references (
  provider text not null,
  provider_reference text not null,
  payment_id text not null,
  constraint refund_references_once primary key (provider, provider_reference)
);

-- By which payment a charge was paid, and who got a part of it then: nobody else can give anything back of it.
create table paid_splits (
  charge_id  text primary key,
  payment_id text not null,
  user_ids   bigint[] not null
);
