-- The fees of payments. A merchant's own rules stand before the platform's, whose user_id is null.
create table fee_rules (
  fee_rule_id bigint generated always as identity primary key,
  user_id bigint,
  method text not null check (method in ('DEFAULT', 'PIX', 'INTERNATIONAL', 'CREDIT_CARD')),
  installments_from integer not null check (installments_from >= 1),
  installments_to integer not null check (installments_to >= installments_from),
  percent_bps integer not null check (percent_bps between 0 and 10000),
  fixed_minor bigint not null check (fixed_minor >= 0),
  min_minor bigint check (min_minor >= 0),
  max_minor bigint check (max_minor >= coalesce(min_minor, 0)),
  first_days integer not null check (first_days >= 0),
  per_installment_days integer not null check (per_installment_days >= 0),
  reserve_bps integer not null check (reserve_bps between 0 and 10000)
);
create index fee_rules_by_merchant on fee_rules (user_id, method, installments_from);

insert into fee_rules (
  user_id, method, installments_from, installments_to, percent_bps, fixed_minor, min_minor, max_minor,
  first_days, per_installment_days, reserve_bps
) values
  (null, 'DEFAULT', 1, 1, 99, 0, 29, 199, 0, 0, 0),
  (null, 'PIX', 1, 1, 99, 0, 29, 199, 0, 0, 0),
  (null, 'INTERNATIONAL', 1, 1, 499, 0, null, null, 7, 0, 500),
  (null, 'CREDIT_CARD', 1, 1, 399, 39, null, null, 30, 30, 0),
  (null, 'CREDIT_CARD', 2, 6, 449, 39, null, null, 30, 30, 0),
  (null, 'CREDIT_CARD', 7, 12, 499, 39, null, null, 30, 30, 0);

-- A merchant's rules for late, wrong and repeated payments. Without a row the defaults of the code apply.
create table payment_rules (
  user_id bigint primary key,
  late text not null check (late in ('accept', 'refund', 'hold')),
  overpaid text not null check (overpaid in ('accept', 'refund', 'hold')),
  underpaid text not null check (underpaid in ('accept', 'refund', 'hold')),
  duplicate text not null check (duplicate in ('accept', 'refund', 'hold')),
  updated_at timestamptz not null
);
