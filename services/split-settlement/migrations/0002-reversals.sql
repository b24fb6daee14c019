-- Money that goes back, money that is disputed, and money that nobody had asked for.

-- Refunds and disputes: each takes back what a payment had brought, from those who had got it. Refunds of payments
-- without a charge have a table of their own; their disputes are here.
create table reversals (
  -- The refund's or the dispute's own id: it is booked once, whatever is delivered twice.
  reversal_id    text primary key,
  kind           text not null check (kind in ('REFUND', 'DISPUTE')),
  charge_id      text,
  -- Null where money that no settlement divided is disputed: then its owner stands alone.
  settlement_id  text references settlements,
  payment_id     text not null,
  payment_method text not null,
  amount_minor   bigint not null check (amount_minor > 0),
  currency       text not null,
  -- Whether somebody said who gives how much, instead of everybody in proportion.
  is_listed      boolean not null,
  transaction_id text not null references ledger_transactions,
  occurred_at    timestamptz not null,
  booked_at      timestamptz not null,
  constraint reversals_charge_check check (charge_id is not null or (kind = 'DISPUTE' and settlement_id is null))
);
create index reversals_by_charge on reversals (charge_id);

create table reversal_shares (
  reversal_id          text not null references reversals,
  user_id              bigint not null,
  is_owner             boolean not null,
  amount_minor         bigint not null check (amount_minor > 0),
  from_available_minor bigint not null check (from_available_minor >= 0),
  from_pending_minor   bigint not null check (from_pending_minor >= 0),
  from_reserve_minor   bigint not null check (from_reserve_minor >= 0),
  from_debt_minor      bigint not null check (from_debt_minor >= 0),
  primary key (reversal_id, user_id),
  check (amount_minor = from_available_minor + from_pending_minor + from_reserve_minor + from_debt_minor)
);

create table dispute_decisions (
  dispute_id     text primary key references reversals,
  outcome        text not null check (outcome in ('WON', 'LOST')),
  transaction_id text not null references ledger_transactions,
  decided_at     timestamptz not null
);

-- Money that arrived beside what a charge asked for, receipt by receipt, and what became of it. held_minor is what of it
-- nobody has decided about or given back yet; all of a user's add up to the balance of surplus_held.
create table surpluses (
  charge_id          text not null,
  payment_id         text not null,
  provider_reference text not null,
  user_id            bigint not null,
  payment_method     text not null,
  amount_minor       bigint not null check (amount_minor > 0),
  held_minor         bigint not null,
  currency           text not null,
  status_reason      text not null,
  status             text not null check (status in ('HELD', 'ACCEPTED', 'APPLIED', 'REFUNDED')),
  received_at        timestamptz not null,
  updated_at         timestamptz not null,
  primary key (charge_id, payment_id, provider_reference),
  check (held_minor between 0 and amount_minor),
  check ((held_minor > 0) = (status = 'HELD'))
);
create index surpluses_by_payment on surpluses (payment_id);

-- A receipt may be decided about in two parts: what the charge came to use, and what the merchant keeps beside it. Each is
-- booked once.
create table surplus_resolutions (
  charge_id          text not null,
  payment_id         text not null,
  provider_reference text not null,
  handling           text not null check (handling in ('ACCEPT', 'APPLY')),
  amount_minor       bigint not null check (amount_minor > 0),
  transaction_id     text not null references ledger_transactions,
  resolved_at        timestamptz not null,
  primary key (charge_id, payment_id, provider_reference, handling),
  foreign key (charge_id, payment_id, provider_reference) references surpluses
);

-- One refund may take back several receipts.
create table surplus_refunds (
  refund_id          text not null,
  charge_id          text not null,
  payment_id         text not null,
  provider_reference text not null,
  amount_minor       bigint not null check (amount_minor > 0),
  transaction_id     text not null references ledger_transactions,
  refunded_at        timestamptz not null,
  primary key (charge_id, payment_id, provider_reference, refund_id),
  foreign key (charge_id, payment_id, provider_reference) references surpluses
);

create trigger reversals_are_final before update or delete or truncate on reversals execute function refuse_change();
create trigger reversal_shares_are_final before update or delete or truncate on reversal_shares execute function refuse_change();
create trigger decisions_are_final before update or delete or truncate on dispute_decisions execute function refuse_change();
create trigger surplus_resolutions_are_final before update or delete or truncate on surplus_resolutions
  execute function refuse_change();
create trigger surplus_refunds_are_final before update or delete or truncate on surplus_refunds execute function refuse_change();
