-- Shares of charges that wait for recipients whom nobody knew when the charge was made. Their money lies in share_held of
-- the charge's owner.
create table held_shares (
  held_share_id  text primary key,
  settlement_id  text not null,
  charge_id      text not null,
  owner_user_id  bigint not null,
  -- SHA-256 of the recipient's address, as identity makes it known.
  email_hash     text not null,
  currency       text not null,
  amount_minor   bigint not null check (amount_minor > 0),
  -- What is in the account still.
  left_minor     bigint not null check (left_minor between 0 and amount_minor),
  -- When its parts may be used, as those of other shares of the charge.
  due_at         timestamptz[] not null,
  -- When it is the owner's, if nobody has claimed it.
  return_at      timestamptz not null,
  claimed_by     bigint,
  claimed_minor  bigint not null default 0,
  claimed_at     timestamptz,
  returned_minor bigint not null default 0,
  returned_at    timestamptz,
  -- How many refunds and decided disputes of the charge have been looked at.
  reversals_seen integer not null default 0,
  created_at     timestamptz not null,
  unique (settlement_id, email_hash),
  check (left_minor + claimed_minor + returned_minor = amount_minor),
  check ((claimed_by is null) = (claimed_at is null))
);
create index held_shares_waiting on held_shares (return_at) where left_minor > 0;
create index held_shares_by_email on held_shares (email_hash) where left_minor > 0;
create index held_shares_of_owner on held_shares (owner_user_id, created_at desc, held_share_id desc);
create index held_shares_of_charge on held_shares (charge_id);

-- Who has an address, by its hash: copied from identity, which tells each once.
create table known_users (
  email_hash text primary key,
  user_id    bigint not null
);
create index known_users_by_user on known_users (user_id);
