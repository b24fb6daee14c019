-- without transaction
-- The payment of a dispute, whose id its opening names.
create index concurrently if not exists events_by_dispute
  on events ((data -> 'dispute' ->> 'disputeId')) where type = 'DisputeOpened';
