-- Revolut Merchant API: orders with their payments, refunds (which are orders too), and where events are sent.

create table revolut_orders (
  id               uuid primary key,
  token            uuid not null unique,
  type             text not null check (type in ('payment', 'refund')),
  state            text not null
    check (state in ('pending', 'processing', 'authorised', 'completed', 'cancelled', 'failed')),
  reference        text,
  related_order_id uuid references revolut_orders,
  -- Of a refund's request: the same key is answered with the same refund.
  idempotency_key  text,
  document         jsonb not null,
  created_at       timestamptz not null,
  -- By the sandbox's clock: when a pending order lapses, or a refund is settled.
  due_at           timestamptz,
  unique (related_order_id, idempotency_key)
);

create index revolut_orders_reference on revolut_orders (reference);
create index revolut_orders_created on revolut_orders (created_at, id);
create index revolut_orders_due on revolut_orders (due_at) where due_at is not null;

create table revolut_webhooks (
  id             uuid primary key,
  url            text not null,
  events         jsonb not null,
  signing_secret text not null,
  -- Signs too, until then, after a rotation that gave it time.
  old_secret     text,
  old_until      timestamptz,
  created_at     timestamptz not null
);
