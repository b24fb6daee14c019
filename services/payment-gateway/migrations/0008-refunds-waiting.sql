-- How long the longest waiting refund waits is asked every second; paid payments are many, those refunds few.
create index payments_refunds_waiting on payments (updated_at) where status = 'received' and due_at is not null;
