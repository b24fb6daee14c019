-- A share whose recipient nobody knows yet is the owner's, or waits for the recipient so many days.
alter table payment_rules
  add column unknown_recipient text not null default 'owner' check (unknown_recipient in ('owner', 'hold')),
  add column share_hold_days integer not null default 90 check (share_hold_days between 1 and 365);
