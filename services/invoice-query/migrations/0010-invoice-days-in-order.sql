-- A place is found by reading the days in order in the index alone, no farther than the place.
alter table invoice_days drop constraint invoice_days_pkey;
alter table invoice_days add primary key (user_id, day, invoice_type, provider, invoice_status) include (invoices);
