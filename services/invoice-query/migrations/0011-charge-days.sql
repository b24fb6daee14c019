-- What a merchant's charges brought on a day of Brasília, by method, so that a month of any size is some ninety rows. Rows of user 0
-- hold the totals of all users. A view of its own: the service builds it from the events received before when it starts.
create table charge_days (
  user_id        bigint not null,
  day            date not null,
  payment_method text not null,
  paid_count     bigint not null,
  paid_minor     bigint not null,
  fee_minor      bigint not null,
  refund_count   bigint not null,
  refund_minor   bigint not null,
  failed_count   bigint not null,
  primary key (user_id, day, payment_method)
) with (fillfactor = 50);
