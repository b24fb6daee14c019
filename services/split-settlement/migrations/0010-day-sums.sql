-- Sums that reports of months read instead of every entry. A day that has closed gets no more entries, so it is added up
-- once, by a worker behind midnight; days before `summed_until` are in the sums, later entries are read one by one.

-- A user's payments and the platform's fees on them, by day in São Paulo and method.
create table fee_days (
  user_id        bigint not null,
  day            date not null,
  payment_method text not null,
  currency       text not null,
  payment_count  bigint not null,
  gross_minor    bigint not null,
  fee_minor      bigint not null,
  primary key (user_id, day, payment_method, currency)
);

create table summed_days (
  is_only      boolean primary key default true check (is_only),
  summed_until timestamptz not null
);
insert into summed_days (summed_until) values ('-infinity');

-- The planned releases that wait, added up by the day they are due, method and account: what a user is to receive is read
-- from as many rows as there are days. Kept by triggers on releases (functions/receivable-days.sql).
create table receivable_days (
  user_id        bigint not null,
  currency       text not null,
  day            date not null,
  payment_method text not null,
  source         text not null,
  release_count  bigint not null,
  amount_minor   bigint not null,
  primary key (user_id, currency, day, payment_method, source)
) with (fillfactor = 70);

insert into receivable_days
select r.user_id, r.currency, (r.due_at at time zone interval '-3 hours')::date, coalesce(s.payment_method, 'CRYPTO'), r.source,
       count(*), sum(r.amount_minor - r.taken_minor)
from releases r left join settlements s using (settlement_id)
where r.transaction_id is null and r.taken_minor < r.amount_minor
group by 1, 2, 3, 4, 5;
