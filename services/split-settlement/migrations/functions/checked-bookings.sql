-- version: 1
-- A transaction and its lines are written by one statement, at the end of which it is whole: the transaction has lines,
-- and its debits equal its credits in every currency. As what one statement adds must balance, so does whatever another
-- would add to a transaction of an earlier day. Of other tables only the rows meant are looked at, one by one through the
-- key: `offset 0` keeps the planner from joining them, by a plan that is kept from when they were small.
create or replace function assert_transactions_posted() returns trigger language plpgsql as $$
declare
  empty text;
begin
  select a.transaction_id into empty from added a
  where not exists (select from postings p where p.transaction_id = a.transaction_id offset 0) limit 1;
  if empty is not null then
    raise exception 'Ledger transaction % does not balance.', empty using errcode = 'check_violation';
  end if;
  return null;
end $$;

create or replace function assert_postings_balanced() returns trigger language plpgsql as $$
declare
  broken text;
begin
  select a.transaction_id into broken from added a group by a.transaction_id, a.currency
  having sum(case a.direction when 'credit' then a.amount_minor else -a.amount_minor end) <> 0 limit 1;
  if broken is not null then
    raise exception 'Ledger transaction % does not balance.', broken using errcode = 'check_violation';
  end if;
  return null;
end $$;

create or replace function assert_transactions_known() returns trigger language plpgsql as $$
declare
  unknown text;
begin
  select a.transaction_id into unknown
  from (select distinct transaction_id from added where transaction_id is not null) a
  where not exists (select from ledger_transactions t where t.transaction_id = a.transaction_id offset 0) limit 1;
  if unknown is not null then
    raise exception 'There is no ledger transaction %.', unknown using errcode = 'foreign_key_violation';
  end if;
  return null;
end $$;

create or replace function assert_settlements_known() returns trigger language plpgsql as $$
declare
  unknown text;
begin
  select a.settlement_id into unknown
  from (select distinct settlement_id from added where settlement_id is not null) a
  where not exists (select from settlements s where s.settlement_id = a.settlement_id offset 0) limit 1;
  if unknown is not null then
    raise exception 'There is no settlement %.', unknown using errcode = 'foreign_key_violation';
  end if;
  return null;
end $$;

create or replace function assert_not_backdated() returns trigger language plpgsql as $$
begin
  if exists (select from added a, ledger_clock c where a.booked_at < c.booked_until) then
    raise exception 'The ledger has booked later entries, or closed the day.' using errcode = 'check_violation';
  end if;
  return null;
end $$;

create or replace trigger transactions_are_not_backdated after insert on ledger_transactions
  referencing new table as added for each statement execute function assert_not_backdated();
create or replace trigger transactions_are_posted after insert on ledger_transactions
  referencing new table as added for each statement execute function assert_transactions_posted();
create or replace trigger transactions_settlements_are_known after insert on ledger_transactions
  referencing new table as added for each statement execute function assert_settlements_known();
create or replace trigger postings_are_balanced after insert on postings
  referencing new table as added for each statement execute function assert_postings_balanced();
create or replace trigger postings_transactions_are_known after insert on postings
  referencing new table as added for each statement execute function assert_transactions_known();
create or replace trigger shares_settlements_are_known after insert on settlement_shares
  referencing new table as added for each statement execute function assert_settlements_known();
create or replace trigger new_releases_transactions_are_known after insert on releases
  referencing new table as added for each statement execute function assert_transactions_known();
create or replace trigger releases_transactions_are_known after update on releases
  referencing new table as added for each statement execute function assert_transactions_known();
