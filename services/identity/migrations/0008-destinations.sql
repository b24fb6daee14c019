-- Where recipients are paid. A destination never changes: another key is another destination. Key and account lie beside
-- it, so that they can be erased, and only the masked label goes out in events.
create table destinations (
  destination_id  text primary key,
  user_id         bigint not null references recipients,
  kind            text not null check (kind in ('PIX_KEY', 'BANK_ACCOUNT', 'COIN_ADDRESS')),
  rail            text not null check (rail in ('PIX', 'CRYPTO')),
  label           text not null,
  is_default      boolean not null,
  -- When money may go there without a second factor, and when one confirmed it.
  usable_at       timestamptz not null,
  confirmed_at    timestamptz,
  removed_at      timestamptz,
  added_by_client text not null,
  created_at      timestamptz not null
);
create index destinations_of on destinations (user_id, created_at, destination_id);
create unique index destinations_default on destinations (user_id) where is_default and removed_at is null;

create table destination_data (
  destination_id  text primary key references destinations,
  -- As the caller gave it, in the spelling in which money is sent.
  target          jsonb not null
);
