-- Money that refunds on their way to a provider will take, user by user: nobody else may spend it, and no refund is let go
-- that would leave its merchant with a debt the installation does not allow. One row for each user who gives, and one for
-- the owner of the payment in any case. Ended ones stay for 90 days, because the fees of refunded sales count so long
-- (store/refund-reservations.ts), and are forgotten when their owner refunds again.
create table refund_reservations (
  refund_id    text not null,
  user_id      bigint not null,
  is_owner     boolean not null,
  charge_id    text,
  payment_id   text not null,
  currency     text not null,
  amount_minor bigint not null check (amount_minor >= 0),
  -- The fee of the refunded part of the sale, which the platform keeps. On the owner's row only.
  fee_minor    bigint not null check (fee_minor >= 0),
  -- OPEN until the refund is booked (ENDED) or has failed (FAILED).
  status       text not null check (status in ('OPEN', 'ENDED', 'FAILED')),
  created_at   timestamptz not null,
  -- Until the refund is known to be requested: the process that reserved may have died before. Null from then on.
  expires_at   timestamptz,
  primary key (refund_id, user_id)
);
create index refund_reservations_by_user on refund_reservations (user_id, created_at);
create index refund_reservations_open_by_payment on refund_reservations (payment_id) where status = 'OPEN';
