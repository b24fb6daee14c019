-- Charges that have ended, as charge.events.v1 tells: a payment that is asked for afterwards is not made. Whoever asks
-- late asks within minutes, so rows go after some time.
create table ended_charges (
  charge_id text primary key,
  reason text not null check (reason in ('CHARGE_PAID', 'CHARGE_CANCELED', 'CHARGE_EXPIRED', 'CHARGE_FAILED')),
  ended_at timestamptz not null
);

create index ended_charges_by_age on ended_charges (ended_at);

-- Keeps the end of a charge until the transaction commits or not; the first end is the one that stays. A payment whose
-- request was committed before is seen by every statement that follows, a later one waits below and then sees the end.
create function end_charge(charge text, why text, at timestamptz) returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('end of ' || charge, 0));
  insert into ended_charges (charge_id, reason, ended_at) values (charge, why, at) on conflict (charge_id) do nothing;
end
$$;

-- Why a charge has ended; null when it has not. Waits for an end that is being written, and reads after the wait.
create function end_of_charge(charge text) returns text language plpgsql as $$
begin
  perform pg_advisory_xact_lock_shared(hashtextextended('end of ' || charge, 0));
  return (select e.reason from ended_charges e where e.charge_id = charge);
end
$$;
