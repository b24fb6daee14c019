-- The PIX transfer that paid an attempt, as receipts and statements of both banks show it: payers quote it to support.
alter table attempts add column end_to_end_id text;
-- Payments before this column: the receipt that paid the charge, from its event.
update attempts a set end_to_end_id = e.data ->> 'providerReference'
from events e
where e.stream_id = a.charge_id and e.type = 'ChargePaid' and e.data ->> 'attemptId' = a.attempt_id
  and a.payment_method = 'PIX' and a.status in ('PAID', 'REFUNDED');
create index attempts_by_end_to_end on attempts (end_to_end_id) where end_to_end_id is not null;
-- Receipts beside a charge have theirs here.
create index surpluses_by_reference on surpluses (provider_reference);
