-- Where the feed of a user ends. Its row is locked while messages are numbered, so that no number is missing or twice.
create table event_feeds (
  user_id bigint primary key,
  last_sequence bigint not null default 0,
  last_webhook_id text
);

-- The feed: every message to a user, whether or not it is delivered to any address. Its body is written once, so that
-- every try, and every reader of the feed, gets the same bytes under the same id.
create table webhook_events (
  webhook_id text primary key,
  user_id bigint not null,
  -- Counts a user's messages from 1 without a gap.
  sequence bigint not null,
  charge_id text,
  -- Counts what the owner of a charge is told of it, from 1 without a gap; null for messages to others.
  charge_sequence integer,
  invoice_id bigint,
  event_type text not null,
  body text not null,
  created_at timestamptz not null,
  unique (user_id, sequence)
);
create unique index webhook_events_of_charge on webhook_events (charge_id, charge_sequence);
