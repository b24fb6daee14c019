-- API E-commerce 3.0: sales. Of a card only what the acquirer itself shows is kept.
create table cielo_sales (
  payment_id        uuid primary key,
  -- Not unique: the same order sent twice is two sales.
  merchant_order_id text not null,
  document          jsonb not null,
  received_at       timestamptz not null,
  -- When a sale that was not finished is, by the sandbox's clock.
  due_at            timestamptz
);

create index cielo_sales_order on cielo_sales (merchant_order_id, received_at);
create index cielo_sales_due on cielo_sales (due_at) where due_at is not null;

-- Cards that a sale with SaveCard left behind, by their CardToken. Of a card only what the acquirer itself shows is kept,
-- and beside it what its number would have been answered.
create table cielo_cards (
  card_token uuid primary key,
  document   jsonb not null,
  saved_at   timestamptz not null
);
