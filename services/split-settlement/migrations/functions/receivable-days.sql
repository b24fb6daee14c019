-- version: 1
-- Adds what changed of waiting releases to receivable_days. `changes`: a row for each release as it is (1) and, before an
-- update, as it was (-1); those that do not wait are left out. The ledger's lock is held, so nobody waits here.
create or replace function add_receivables(changes json) returns void language plpgsql as $$
begin
  if changes is null then
    return;
  end if;
  insert into receivable_days as d (user_id, currency, day, payment_method, source, release_count, amount_minor)
  select c.user_id, c.currency, (c.due_at at time zone interval '-3 hours')::date,
         coalesce((select s.payment_method from settlements s where s.settlement_id = c.settlement_id), 'CRYPTO'), c.source,
         sum(c.release_count), sum(c.amount_minor)
  from json_to_recordset(changes) as c(settlement_id text, user_id bigint, currency text, due_at timestamptz, source text,
                                       release_count bigint, amount_minor bigint)
  group by 1, 2, 3, 4, 5
  having sum(c.release_count) <> 0 or sum(c.amount_minor) <> 0
  on conflict (user_id, currency, day, payment_method, source) do update
    set release_count = d.release_count + excluded.release_count, amount_minor = d.amount_minor + excluded.amount_minor;
end $$;

create or replace function note_new_receivables() returns trigger language plpgsql as $$
begin
  perform add_receivables((
    select json_agg(json_build_object('settlement_id', a.settlement_id, 'user_id', a.user_id, 'currency', a.currency,
      'due_at', a.due_at, 'source', a.source, 'release_count', 1, 'amount_minor', a.amount_minor - a.taken_minor))
    from added a where a.transaction_id is null and a.taken_minor < a.amount_minor));
  return null;
end $$;

create or replace function note_changed_receivables() returns trigger language plpgsql as $$
begin
  perform add_receivables((
    select json_agg(json_build_object('settlement_id', c.settlement_id, 'user_id', c.user_id, 'currency', c.currency,
      'due_at', c.due_at, 'source', c.source, 'release_count', c.sign, 'amount_minor', c.sign * (c.amount_minor - c.taken_minor)))
    from (select 1 as sign, a.* from added a union all select -1, r.* from removed r) c
    where c.transaction_id is null and c.taken_minor < c.amount_minor));
  return null;
end $$;

create or replace trigger new_receivables_are_noted after insert on releases
  referencing new table as added for each statement execute function note_new_receivables();
create or replace trigger changed_receivables_are_noted after update on releases
  referencing new table as added old table as removed for each statement execute function note_changed_receivables();
