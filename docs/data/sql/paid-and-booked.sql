-- Are paid charges booked? Charges that are paid and not in the ledger's events, and those whose amounts differ. No row is
-- the answer to expect, once the reader has caught up with both topics.
select p.charge_id, p.paid_at, p.gross_amount_minor, s.gross_amount_minor as booked_minor
from charge_paid p
left join split_settled s on s.charge_id = p.charge_id and s.payment_id = p.payment_id
where s.charge_id is null
  or s.gross_amount_minor <> p.gross_amount_minor
  or s.fee_amount_minor <> p.fee_amount_minor;
