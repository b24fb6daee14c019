-- Links by which many payers pay one merchant. A charge takes a use when it is made and gives it back when it ends unpaid.
create table payment_links (
  link_id text collate "C" primary key,
  user_id bigint not null,
  title text not null,
  -- Of a fixed price; otherwise the payer chooses between the two others.
  amount_minor bigint check (amount_minor > 0),
  min_minor bigint check (min_minor > 0),
  max_minor bigint check (max_minor >= min_minor),
  methods jsonb,
  split jsonb not null,
  uses_max integer check (uses_max > 0),
  valid_until timestamptz,
  redirect_url text,
  is_active boolean not null,
  uses_taken integer not null default 0 check (uses_taken >= 0),
  created_count integer not null default 0,
  paid_count integer not null default 0,
  paid_minor bigint not null default 0,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check ((amount_minor is null) = (min_minor is not null)),
  check ((min_minor is null) = (max_minor is null))
) with (fillfactor = 80);
create index payment_links_by_merchant on payment_links (user_id, created_at desc, link_id desc);

-- The charge of each form that was sent. It is there before its charge, which may then fail to be made.
create table link_charges (
  charge_id text collate "C" primary key,
  link_id text collate "C" not null references payment_links,
  form_token text collate "C" not null,
  standing text not null check (standing in ('open', 'paid', 'released')),
  created_at timestamptz not null,
  unique (link_id, form_token)
);
create index link_charges_open on link_charges (link_id, created_at) where standing = 'open';

-- The counts of links follow their charges, whoever changes those. Once for each statement and in the order of links, so
-- that two batches never wait for each other in a circle. Money that comes after the end takes the use again.
create function follow_link_charges() returns trigger language plpgsql as $$
begin
  with changed as (
    select
      l.charge_id, l.link_id, l.standing as was,
      case
        when c.status in ('PAID', 'REFUNDED') then 'paid'
        when l.standing = 'paid' then 'paid'
        when c.status in ('EXPIRED', 'CANCELED', 'FAILED') then 'released'
        else 'open'
      end as standing,
      coalesce(c.paid_amount_minor, 0) as paid_minor
    from charges_now c join link_charges l using (charge_id)
  ), moved as (
    update link_charges l set standing = r.standing
    from changed r where l.charge_id = r.charge_id and r.standing <> r.was
    returning l.charge_id
  ), change as (
    select
      r.link_id,
      sum((r.standing <> 'released')::integer - (r.was <> 'released')::integer) as taken,
      count(*) filter (where r.standing = 'paid') as paid,
      coalesce(sum(r.paid_minor) filter (where r.standing = 'paid'), 0) as paid_minor
    from changed r join moved using (charge_id)
    group by r.link_id
  ), held as (
    select p.link_id from payment_links p join change using (link_id) order by p.link_id for update of p
  )
  update payment_links p set
    uses_taken = p.uses_taken + c.taken,
    paid_count = p.paid_count + c.paid,
    paid_minor = p.paid_minor + c.paid_minor
  from change c join held using (link_id)
  where p.link_id = c.link_id;
  return null;
end
$$;

create trigger charges_of_links after update on charges
  referencing new table as charges_now
  for each statement execute function follow_link_charges();
