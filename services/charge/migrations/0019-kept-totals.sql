-- How many charges a merchant has by all that a list asks for with a word: status, method, and whether it was paid, given back
-- or disputed, in any combination; and how many were paid on each day of Brasília. A million rows would have to be read to be
-- counted. Shards as in charge_counts.
create table charge_facets (
  user_id bigint not null,
  status text not null,
  -- Of the only fee.
  method text not null,
  is_paid boolean not null,
  is_refunded boolean not null,
  is_disputed boolean not null,
  shard integer not null,
  total bigint not null,
  primary key (user_id, status, method, is_paid, is_refunded, is_disputed, shard)
) with (fillfactor = 50);

create table charge_paid_days (
  user_id bigint not null,
  paid_on date not null,
  shard integer not null,
  total bigint not null,
  primary key (user_id, paid_on, shard)
) with (fillfactor = 50);

-- They follow the rows, whoever changes those: a service of the release before, the archive, a restore. Once for each
-- statement and in the order of keys. Rows that come and rows that go differ by the sign alone.
create function count_moved_charges() returns trigger language plpgsql as $$
declare
  sign constant integer := case tg_op when 'INSERT' then 1 else -1 end;
begin
  insert into charge_facets as f (user_id, status, method, is_paid, is_refunded, is_disputed, shard, total)
  select
    user_id, status, coalesce(fees -> 0 ->> 'method', ''), paid_at is not null, refunded_amount_minor > 0,
    status_reason is not distinct from 'DISPUTED', pg_backend_pid() % 64, sign * count(*)
  from charges_moved
  group by 1, 2, 3, 4, 5, 6
  order by 1, 2, 3, 4, 5, 6
  on conflict (user_id, status, method, is_paid, is_refunded, is_disputed, shard)
  do update set total = f.total + excluded.total;

  insert into charge_paid_days as d (user_id, paid_on, shard, total)
  select user_id, (paid_at at time zone interval '-03:00')::date, pg_backend_pid() % 64, sign * count(*)
  from charges_moved
  where paid_at is not null
  group by 1, 2
  order by 1, 2
  on conflict (user_id, paid_on, shard) do update set total = d.total + excluded.total;
  return null;
end
$$;

create function count_changed_charges() returns trigger language plpgsql as $$
begin
  insert into charge_facets as f (user_id, status, method, is_paid, is_refunded, is_disputed, shard, total)
  select
    user_id, status, coalesce(fees -> 0 ->> 'method', ''), paid_at is not null, refunded_amount_minor > 0,
    status_reason is not distinct from 'DISPUTED', pg_backend_pid() % 64, sum(change)
  from (
    select user_id, status, fees, paid_at, refunded_amount_minor, status_reason, 1 as change from charges_now
    union all
    select user_id, status, fees, paid_at, refunded_amount_minor, status_reason, -1 from charges_before
  ) c
  group by 1, 2, 3, 4, 5, 6
  having sum(change) <> 0
  order by 1, 2, 3, 4, 5, 6
  on conflict (user_id, status, method, is_paid, is_refunded, is_disputed, shard)
  do update set total = f.total + excluded.total;

  insert into charge_paid_days as d (user_id, paid_on, shard, total)
  select user_id, (paid_at at time zone interval '-03:00')::date, pg_backend_pid() % 64, sum(change)
  from (
    select user_id, paid_at, 1 as change from charges_now where paid_at is not null
    union all
    select user_id, paid_at, -1 from charges_before where paid_at is not null
  ) c
  group by 1, 2
  having sum(change) <> 0
  order by 1, 2
  on conflict (user_id, paid_on, shard) do update set total = d.total + excluded.total;
  return null;
end
$$;

create trigger charges_counted after insert on charges
  referencing new table as charges_moved
  for each statement execute function count_moved_charges();
create trigger charges_uncounted after delete on charges
  referencing old table as charges_moved
  for each statement execute function count_moved_charges();
create trigger charges_counted_anew after update on charges
  referencing new table as charges_now old table as charges_before
  for each statement execute function count_changed_charges();

-- Writers wait from here, about a second for a million charges: the triggers hold their lock, and so no charge is counted twice.
insert into charge_facets (user_id, status, method, is_paid, is_refunded, is_disputed, shard, total)
select
  user_id, status, coalesce(fees -> 0 ->> 'method', ''), paid_at is not null, refunded_amount_minor > 0,
  status_reason is not distinct from 'DISPUTED', 0, count(*)
from charges
group by 1, 2, 3, 4, 5, 6;
insert into charge_paid_days (user_id, paid_on, shard, total)
select user_id, (paid_at at time zone interval '-03:00')::date, 0, count(*)
from charges
where paid_at is not null
group by 1, 2;
