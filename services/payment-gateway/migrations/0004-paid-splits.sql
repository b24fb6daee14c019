-- Who got a part of a charge when it was paid: nobody else can give anything back of it.
create table paid_splits (
  charge_id text primary key,
  user_ids  bigint[] not null
);
