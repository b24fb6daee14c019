-- Of the charges created on a day: how many the payer could try or tried, how many were paid, and the rate. A card has no
-- AttemptOffered: its first event is ChargeProcessing, AttemptFailed or ChargePaid.
with tried as (
  select charge_id from attempt_offered
  union select charge_id from charge_processing
  union select charge_id from attempt_failed
  union select charge_id from charge_paid
)
select
  cast(c.created_at - interval '3' hour as date) as day,
  count(*) as created,
  count(t.charge_id) as tried,
  count(p.charge_id) as paid,
  round(count(p.charge_id) * 1.0 / count(*), 4) as conversion
from charge_created c
left join tried t on t.charge_id = c.charge_id
left join charge_paid p on p.charge_id = c.charge_id
group by 1
order by 1;
