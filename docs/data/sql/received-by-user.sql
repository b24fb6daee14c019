-- Amounts that the ledger gave each user of charges, less what refunds took back, in minor units. It equals the ledger's entries of
-- these kinds: charges are booked in settlement.events.v1, payments in coins are not.
with booked as (
  select user_id, amount_minor from split_settled_shares
  union all
  select user_id, -amount_minor from split_reversed_shares
)
select user_id, sum(amount_minor) as received_minor
from booked
group by 1
order by 1;
