-- NOWPayments: payments by coins. Money that comes to an address again is a payment of its own, with a parent.
create table nowpayments_payments (
  payment_id        bigint primary key,
  parent_payment_id bigint references nowpayments_payments,
  -- Of memo coins all payments have one address, and the memo tells them apart.
  pay_address       text not null,
  memo              text,
  document          jsonb not null,
  created_at        timestamptz not null,
  -- When it lapses or takes its next step, by the sandbox's clock.
  due_at            timestamptz
);

create index nowpayments_payments_address on nowpayments_payments (pay_address, memo);
create index nowpayments_payments_created on nowpayments_payments (created_at, payment_id);
create index nowpayments_payments_due on nowpayments_payments (due_at) where due_at is not null;
