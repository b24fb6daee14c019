-- The addresses of other parties that have answered once, by setting: a service that starts while one of them is down is
-- told apart from one that was given a wrong address.
create table reached_addresses (
  setting text primary key,
  address text not null,
  reached_at timestamptz not null
);
