-- The PIX transfer that paid an invoice, as receipts and statements of both banks show it; of several, the first.
alter table invoices add column end_to_end_id text;

-- Names of receipts and refunds, in lower case, by which a search finds an invoice: it may have several. Only a whole
-- name is looked for, so that no index of trigrams grows with them.
create table invoice_references (
  reference  text not null,
  subject_id text not null,
  primary key (reference, subject_id)
);

-- Of events that were shown before, as show_invoices does it.
with told as (
  select r.envelope -> 'data' as data
  from received_events r
  where r.topic = 'payment.events.v1'
    and r.envelope ->> 'type' in ('repasse.payment.received.v1', 'repasse.refund.requested.v1',
                                  'repasse.refund.settled.v1', 'repasse.refund.failed.v1')
), named as (
  select data ->> 'refundId' as reference, data ->> 'paymentId' as subject_id from told where data ->> 'refundId' is not null
  union
  select data ->> 'providerReference', data ->> 'paymentId' from told where data ->> 'providerReference' is not null
)
insert into invoice_references (reference, subject_id)
select distinct lower(reference), subject_id from named
on conflict do nothing;

update invoices i set end_to_end_id = told.reference
from (
  select distinct on (r.envelope -> 'data' ->> 'paymentId') r.envelope -> 'data' ->> 'paymentId' as subject_id,
         r.envelope -> 'data' ->> 'providerReference' as reference
  from received_events r
  where r.topic = 'payment.events.v1' and r.envelope ->> 'type' = 'repasse.payment.received.v1'
    and r.envelope -> 'data' ->> 'paymentMethod' = 'PIX'
  order by 1, r.sequence
) told
where told.subject_id = i.subject_id;
