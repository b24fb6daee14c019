-- The data of the simulated providers, one JSON document per row: charges, payments, orders, sales, payouts, webhooks,
-- callbacks and settings.
-- No document holds a card's number: a sale has the brand of its card, and a saved card has the verdict on it.
create table documents (
  kind       text not null,
  id         text not null,
  document   jsonb not null,
  -- Other values it is found by, as {"merchantOrderId": "…"}.
  refs       jsonb not null,
  created_at timestamptz not null,
  -- When something happens to it by itself, by the sandbox's clock.
  due_at     timestamptz,
  primary key (kind, id)
);

-- Without fastupdate, because every search would read the list of entries that are not in the tree yet.
create index documents_refs on documents using gin (refs jsonb_path_ops) with (fastupdate = off);
create index documents_created on documents (kind, created_at, id);
create index documents_due on documents (kind, due_at) where due_at is not null;
