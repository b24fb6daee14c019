-- version: 1
-- Partitions of tables that are divided by time. They run with the rights of the role that migrates, which owns the
-- tables: a service's own role may use these functions and no other way to make or drop a table.
--
-- Whoever waits for a lock keeps all behind it waiting, so they wait 200 ms at most and are tried again.

-- Makes a partition for [starts, ends). Rows of that time that came before it lie in the table's default partition,
-- <table>_rest, and are moved. Returns whether there was none yet.
create or replace function make_partition(
  of_table text, by_column text, partition_name text, starts timestamptz, ends timestamptz
) returns boolean language plpgsql security definer set search_path from current set lock_timeout = '200ms' as $$
declare
  columns text;
begin
  if to_regclass(quote_ident(partition_name)) is not null then
    return false;
  end if;
  execute format('lock table %I in access exclusive mode', of_table || '_rest');
  execute format(
    'create table %I (like %I including defaults including constraints including storage including compression)',
    partition_name, of_table
  );
  select string_agg(quote_ident(a.attname), ', ' order by a.attnum) into columns
  from pg_attribute a
  where a.attrelid = to_regclass(quote_ident(of_table)) and a.attnum > 0 and not a.attisdropped;
  execute format(
    'with moved as (delete from %1$I where %2$I >= $1 and %2$I < $2 returning %3$s) insert into %4$I (%3$s) select %3$s from moved',
    of_table || '_rest', by_column, columns, partition_name
  ) using starts, ends;
  execute format('alter table %I attach partition %I for values from (%L) to (%L)', of_table, partition_name, starts, ends);
  return true;
end
$$;

-- Drops a partition of the table, but never its default one. Returns whether it was there.
create or replace function drop_partition(of_table text, partition_name text) returns boolean
language plpgsql security definer set search_path from current set lock_timeout = '200ms' as $$
begin
  if not exists (
    select from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = to_regclass(quote_ident(of_table)) and c.relname = partition_name
      and pg_get_expr(c.relpartbound, c.oid) <> 'DEFAULT'
  ) then
    return false;
  end if;
  execute format('drop table %I', partition_name);
  return true;
end
$$;
