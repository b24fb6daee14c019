-- A run is told of before it begins, so that the account that payouts leave from can be filled in time.

-- No release has this table yet.
-- contract: 0.1.0
alter table payout_batches
  -- Null until the run decides about the first user.
  alter column started_at drop not null,
  -- When it was last looked what the run would pay; null where nobody looked before it began.
  add column forecast_at timestamptz;

-- What the run was expected to pay by a rail, in minor units of BRL.
create table payout_forecasts (
  batch_id     text not null references payout_batches,
  rail         text not null check (rail in ('PIX', 'CRYPTO')),
  payout_count integer not null check (payout_count > 0),
  payout_minor bigint not null check (payout_minor > 0),
  primary key (batch_id, rail)
);

-- The last that payment-gateway told of the account that payouts by a rail leave from.
create table payout_funding (
  rail          text primary key check (rail in ('PIX', 'CRYPTO')),
  balance_minor bigint not null,
  -- For payouts that are due and runs that have begun.
  missing_minor bigint not null check (missing_minor >= 0),
  as_of         timestamptz not null,
  -- Since when something has been missing; null while nothing is.
  missing_since timestamptz,
  check ((missing_minor > 0) = (missing_since is not null))
);
