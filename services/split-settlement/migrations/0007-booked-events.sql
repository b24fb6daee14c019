-- The events that the ledger was given to book: the closing compares them with the postings, and the trial balance with
-- the bus. Written with the postings, in one statement; a bus keeps events for a time only.
create table booked_events (
  event_id        text primary key,
  type            text not null,
  subject         text not null,
  -- Of the event as it came, in hex.
  sha256          text not null,
  -- The effect of the event by itself, by party, in minor units; see consume/effect-of-event.ts.
  is_divided      boolean not null,
  currency        text not null,
  effects         json not null,
  -- None for an event that moves nothing.
  transaction_ids text[] not null,
  booked_at       timestamptz not null
);
create index booked_events_by_time on booked_events (booked_at, event_id);
