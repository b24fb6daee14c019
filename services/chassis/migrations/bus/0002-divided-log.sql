-- The log is divided by months, so that what has ended is dropped and not deleted. The table as it was becomes its first
-- partition, up to the end of this month: no row is moved. A reader goes by topic, partition and offset and looks into
-- each month; there are five or six. The offset is given out under a lock, so it is unique without an index that says so.
alter table bus_messages rename to bus_messages_before;
alter table bus_messages_before drop constraint bus_messages_pkey;
drop index bus_messages_by_age;

create table bus_messages (
  topic text not null,
  partition integer not null,
  "offset" bigint not null,
  key text not null,
  headers json not null,
  value json not null,
  published_at timestamptz not null default clock_timestamp(),
  primary key (topic, partition, "offset", published_at)
) partition by range (published_at);

-- Rows of a time without a partition; the retention makes one and moves them.
create table bus_messages_rest partition of bus_messages default;

do $$
declare
  until constant timestamptz := (
    date_trunc('month', greatest(now(), (select max(published_at) from bus_messages_before)) at time zone 'UTC')
    + interval '1 month'
  ) at time zone 'UTC';
begin
  execute format('alter table bus_messages attach partition bus_messages_before for values from (minvalue) to (%L)', until);
end
$$;
