-- Messages and tries are divided by months, so that what has ended is dropped and not deleted. The tables as they were
-- become the first partitions, up to the end of this month: no row is moved. A message is looked for by its id in each
-- month, of which there are eight at most. Its number is given out under the lock of its feed, so it is unique without
-- an index that says so.
alter table webhook_events rename to webhook_events_before;
alter table webhook_events_before drop constraint webhook_events_pkey;
alter table webhook_events_before drop constraint webhook_events_user_id_sequence_key;
drop index webhook_events_of_charge;
drop index webhook_events_of_coins;
drop index webhook_events_of_withdrawal;

create table webhook_events (
  webhook_id text not null,
  user_id bigint not null,
  sequence bigint not null,
  charge_id text,
  charge_sequence integer,
  invoice_id bigint,
  event_type text not null,
  body text not null,
  created_at timestamptz not null,
  withdrawal_id text,
  primary key (webhook_id, created_at)
) partition by range (created_at);
create index webhook_events_of_user on webhook_events (user_id, sequence);
create index webhook_events_of_charge on webhook_events (charge_id, charge_sequence);
create index webhook_events_of_coins on webhook_events (invoice_id, sequence) where charge_id is null and invoice_id is not null;
create index webhook_events_of_withdrawal on webhook_events (withdrawal_id, sequence) where withdrawal_id is not null;

alter table delivery_attempts rename to delivery_attempts_before;
alter table delivery_attempts_before drop constraint delivery_attempts_pkey;

create table delivery_attempts (
  delivery_id text not null,
  attempt_number integer not null,
  trigger text not null constraint delivery_attempts_trigger_check check (trigger in ('AUTOMATIC', 'MANUAL')),
  url text not null,
  started_at timestamptz not null,
  duration_ms integer not null,
  response_status integer,
  response_body text,
  failure text,
  primary key (delivery_id, attempt_number, started_at)
) partition by range (started_at);

-- Rows of a time without a partition; the retention makes one and moves them.
create table webhook_events_rest partition of webhook_events default;
create table delivery_attempts_rest partition of delivery_attempts default;

do $$
declare
  last constant timestamptz := greatest(
    now(), (select max(created_at) from webhook_events_before), (select max(started_at) from delivery_attempts_before)
  );
  until constant timestamptz := (date_trunc('month', last at time zone 'UTC') + interval '1 month') at time zone 'UTC';
begin
  execute format('alter table webhook_events attach partition webhook_events_before for values from (minvalue) to (%L)', until);
  execute format(
    'alter table delivery_attempts attach partition delivery_attempts_before for values from (minvalue) to (%L)', until
  );
end
$$;

-- Deliveries change until they are over, so they stay in one table and the oldest are deleted. They lie in order of time.
create index deliveries_by_age on deliveries using brin (created_at);
