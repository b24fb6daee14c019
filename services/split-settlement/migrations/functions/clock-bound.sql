-- version: 1
-- The ledger's clock never goes back, so one process whose clock is far ahead would date everybody's entries until the
-- real time has reached it, and entries cannot be changed. A minute is more than clocks differ that follow a time server,
-- and is over before anybody reads a wrong day. The code is of the class of faults that may pass (40): events are not
-- parked, and another process, or this one with its clock mended, books them.
create or replace function assert_clock_not_ahead() returns trigger language plpgsql as $$
begin
  if not new.is_moved_by_hand and new.booked_until > old.booked_until
     and new.booked_until > clock_timestamp() + interval '1 minute' then
    raise exception 'The clock of this process is more than a minute ahead of the database: it says %.', new.booked_until
      using errcode = '40R01';
  end if;
  return new;
end $$;

create or replace trigger clock_is_not_ahead before update of booked_until on ledger_clock
  for each row execute function assert_clock_not_ahead();
