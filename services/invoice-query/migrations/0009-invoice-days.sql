-- How many invoices of each kind every day in Brasília has, so that a period's total is added up instead of counted, and a
-- page far down the list is looked for in its own day instead of being walked to. Kept with the invoices. Everybody's
-- together are those of user 0, whom there is not.
create table invoice_days (
  user_id        bigint not null,
  day            date not null,
  invoice_type   text not null,
  provider       text not null,
  invoice_status text not null,
  invoices       bigint not null,
  primary key (user_id, day, invoice_type, provider, invoice_status)
);
create index invoice_days_of_nothing on invoice_days (user_id) where invoices = 0;

insert into invoice_days (user_id, day, invoice_type, provider, invoice_status, invoices)
select coalesce(user_id, 0), (created_at at time zone interval '-03:00')::date as day, invoice_type, provider,
       coalesce(invoice_status, '') as invoice_status, count(*)
from invoices group by grouping sets ((user_id, 2, 3, 4, 5), (2, 3, 4, 5));

-- Two filters at once are answered by the index of one, which knows the other: without reading the rows.
drop index invoices_by_user_status, invoices_by_user_provider, invoices_by_user_type;
drop index invoices_by_status, invoices_by_provider, invoices_by_type;
create index invoices_by_user_status on invoices (user_id, invoice_status, created_at, subject_id) include (provider, invoice_type);
create index invoices_by_user_provider on invoices (user_id, provider, created_at, subject_id) include (invoice_status, invoice_type);
create index invoices_by_user_type on invoices (user_id, invoice_type, created_at, subject_id) include (invoice_status, provider);
create index invoices_by_status on invoices (invoice_status, created_at, subject_id) include (provider, invoice_type);
create index invoices_by_provider on invoices (provider, created_at, subject_id) include (invoice_status, invoice_type);
create index invoices_by_type on invoices (invoice_type, created_at, subject_id) include (invoice_status, provider);

-- Withdrawals are all at one gateway: who takes the two for independent looks for few rows where there are many.
create statistics invoices_kinds (dependencies, mcv) on user_id, invoice_type, provider, invoice_status from invoices;
