-- version: 1
-- Closes everything before a moment: whoever is booking now has committed when this returns, and nothing is dated before it
-- any more, whatever the clocks say of those who book later.
create or replace function close_books(until timestamptz) returns void language plpgsql as $$
begin
  perform lock_ledger();
  update ledger_clock set booked_until = until where booked_until < until;
end
$$;
