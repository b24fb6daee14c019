-- version: 1
-- Keeps the ends of charges until the transaction commits or not, and returns their open payments; the first end of a
-- charge is the one that stays. A payment whose request was committed before is found here, a later one meets the lock
-- or the end. The payment that paid a charge is not open any more, whatever its row says.
create or replace function end_charges(ends json) returns table (charge_id text, payment_id text) language plpgsql
-- A plan that was made while there are few payments reads all of them, and is kept while they become many.
set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
#variable_conflict use_column
begin
  perform pg_advisory_xact_lock(locks.lock_id)
  from (
    select distinct hashtextextended('end of ' || e.charge_id, 0) as lock_id
    from json_to_recordset(ends) as e (charge_id text)
    order by lock_id
  ) as locks;
  insert into ended_charges (charge_id, reason, ended_at)
  select e.charge_id, e.reason, e.ended_at
  from json_to_recordset(ends) as e (charge_id text, reason text, ended_at timestamptz)
  on conflict (charge_id) do nothing;
  return query
    select e.charge_id, p.payment_id
    from json_to_recordset(ends) as e (charge_id text, paid_by text)
    -- Charge by charge: few payments are open, so PostgreSQL would rather read all payments for those. "offset 0" forbids it.
    cross join lateral (
      select p.payment_id from payments p
      where p.charge_id = e.charge_id and p.payment_id is distinct from e.paid_by
        and p.status in ('requested', 'unknown', 'offered', 'confirming')
      offset 0
    ) as p
    order by p.payment_id;
end
$$;

-- The same where nothing is left to be canceled, which is usual for a charge that is paid: otherwise RP001 ends the
-- statement it stands in, and the caller cancels what is open.
create or replace function end_settled_charges(ends json) returns void language plpgsql strict as $$
begin
  perform from end_charges(ends);
  if found then
    raise exception using errcode = 'RP001', message = 'A charge that has ended still has an open payment.';
  end if;
end
$$;

-- Keeps who shares in paid charges; the first payment of a charge is the one that stays.
create or replace function keep_paid_splits(paid json) returns void language plpgsql strict as $$
begin
  insert into paid_splits (charge_id, payment_id, user_ids)
  select p.charge_id, p.payment_id, p.user_ids
  from json_to_recordset(paid) as p (charge_id text, payment_id text, user_ids bigint[])
  on conflict do nothing;
end
$$;

-- Why a charge has ended; null when it has not. Waits for an end that is being written, and reads after the wait.
create or replace function end_of_charge(charge text) returns text language plpgsql as $$
begin
  perform pg_advisory_xact_lock_shared(hashtextextended('end of ' || charge, 0));
  return (select e.reason from ended_charges e where e.charge_id = charge);
end
$$;

-- For a payment that is requested only while its charge is open. Fails as a constraint would when the charge has ended,
-- and when somebody is ending it at this moment: to wait for them here could be to wait for each other, because they
-- wait for payments that this transaction has locked. The end is looked for after the lock, with a new snapshot.
create or replace function require_open_charges(charges json) returns void language plpgsql as $$
begin
  perform from json_to_recordset(charges) as c (charge_id text)
  where not pg_try_advisory_xact_lock_shared(hashtextextended('end of ' || c.charge_id, 0));
  if not found then
    perform from json_to_recordset(charges) as c (charge_id text)
    join ended_charges e on e.charge_id = c.charge_id;
  end if;
  if found then
    raise unique_violation using constraint = 'charge_is_open', message = 'The charge has ended or is ending.';
  end if;
end
$$;
