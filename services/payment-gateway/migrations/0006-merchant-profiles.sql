-- Profiles of merchants, from identity.events.v1: business data, which the page of a payment in coins shows to payers.
create table merchant_profiles (
  user_id bigint primary key,
  display_name text not null,
  support_email text,
  support_url text,
  logo_path text
);
