-- Records of provider calls are divided by months, so that what has ended is dropped and not deleted. The table as it was
-- becomes the first partition, up to the end of this month: no row is moved.
create sequence provider_call_ids;
select setval('provider_call_ids', coalesce(max(call_id), 0) + 1, false) from provider_calls;

alter table provider_calls rename to provider_calls_before;
alter table provider_calls_before alter column call_id drop identity;
alter table provider_calls_before drop constraint provider_calls_pkey;
alter index provider_calls_by_reference rename to provider_calls_before_by_reference;
drop index provider_calls_by_age;

create table provider_calls (
  call_id bigint not null default nextval('provider_call_ids'),
  provider text not null,
  operation text not null,
  reference text,
  method text not null,
  path text not null,
  request_body text,
  response_status integer,
  response_body text,
  fault text,
  duration_ms integer not null,
  asked_at timestamptz not null,
  primary key (call_id, asked_at)
) partition by range (asked_at);
alter sequence provider_call_ids owned by provider_calls.call_id;
create index provider_calls_by_reference on provider_calls (reference, call_id) where reference is not null;

-- Rows of a time without a partition; the retention makes one and moves them.
create table provider_calls_rest partition of provider_calls default;

do $$
declare
  until constant timestamptz := (
    date_trunc('month', greatest(now(), (select max(asked_at) from provider_calls_before)) at time zone 'UTC')
    + interval '1 month'
  ) at time zone 'UTC';
begin
  execute format('alter table provider_calls attach partition provider_calls_before for values from (minvalue) to (%L)', until);
end
$$;
