-- What decides about payouts beside the books. The first two are copies of what identity tells: a decision under the
-- ledger's lock calls nobody.

-- The legal side of users, without anything personal.
create table payees (
  user_id         bigint primary key,
  manager_user_id bigint,
  verification    text not null check (verification in
                    ('NOT_STARTED', 'PENDING', 'VERIFIED', 'REFUSED', 'SUSPENDED', 'ERASED'))
);
create index payees_by_manager on payees (manager_user_id, user_id) where manager_user_id is not null;

create table payout_destinations (
  destination_id  text primary key,
  user_id         bigint not null,
  rail            text not null check (rail in ('PIX', 'CRYPTO')),
  kind            text not null,
  label           text not null,
  is_own_document boolean not null,
  is_default      boolean not null,
  -- Of an address for coins; null of others.
  pay_currency    text,
  pay_address     text,
  memo            text,
  added_at        timestamptz not null,
  -- From when money may go there unless it was confirmed before.
  usable_from     timestamptz not null,
  confirmed_at    timestamptz,
  removed_at      timestamptz
);
create index payout_destinations_of_user on payout_destinations (user_id) where removed_at is null;

-- What may be paid out, by the platform (user_id null), for a merchant with its sellers, and for a user.
create table payout_policies (
  user_id                       bigint,
  -- STAFF may allow more than the platform does; what users set themselves only counts where it is stricter.
  set_by                        text not null check (set_by in ('STAFF', 'USER')),
  minimum_minor                 bigint check (minimum_minor > 0),
  maximum_minor                 bigint check (maximum_minor > 0),
  day_maximum_minor             bigint check (day_maximum_minor > 0),
  new_destination_maximum_minor bigint check (new_destination_maximum_minor >= 0),
  new_destination_days          integer check (new_destination_days between 1 and 365),
  four_eyes_above_minor         bigint check (four_eyes_above_minor >= 0),
  fee_minor                     bigint check (fee_minor >= 0),
  fee_carried_by                text check (fee_carried_by in ('SELLER', 'MANAGER')),
  may_cover_less                boolean,
  updated_at                    timestamptz not null,
  -- The API key.
  updated_by                    text not null,
  unique nulls not distinct (user_id, set_by)
);

-- Amounts that staff withhold. They stay in the balance and are not paid out.
create table payout_holds (
  hold_id      text primary key,
  user_id      bigint not null,
  amount_minor bigint not null check (amount_minor > 0),
  currency     text not null,
  reason_code  text not null,
  reason       text not null,
  -- Null: until it is taken away.
  held_until   timestamptz,
  created_at   timestamptz not null,
  created_by   text not null,
  ended_at     timestamptz,
  ended_by     text
);
create index payout_holds_of_user on payout_holds (user_id, created_at desc, hold_id desc);
create index payout_holds_by_time on payout_holds (created_at desc, hold_id desc);
