-- Callbacks of every provider go one way, so that chaos and retries are the same for all.
alter table pix_callbacks rename to callbacks;
alter index pix_callbacks_due rename to callbacks_due;
alter table callbacks rename column webhook_url to address;
alter table callbacks add column provider text not null default 'pix';
alter table callbacks alter column provider drop default;
-- Which registration it goes out for, where the provider signs with a secret of that registration.
alter table callbacks add column subscription text;
alter table callbacks add column body text;
update callbacks set body = jsonb_build_object('pix', jsonb_build_array(pix))::text;
alter table callbacks alter column body set not null;
alter table callbacks drop column pix;
-- Whoever sends it has it until then. Apart from due_at, because moving the sandbox's clock moves only that.
alter table callbacks add column leased_until timestamptz not null default now();
