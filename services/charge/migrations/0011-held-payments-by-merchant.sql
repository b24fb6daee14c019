-- without transaction
-- Money beside charges is listed across them, newest first: a merchant's, and for staff what anybody has to decide about.
create index concurrently if not exists surpluses_by_merchant
  on surpluses (user_id, recorded_at desc, payment_id desc, provider_reference desc);
create index concurrently if not exists surpluses_held
  on surpluses (recorded_at desc, payment_id desc, provider_reference desc) where standing = 'held';
create index concurrently if not exists surpluses_newest
  on surpluses (recorded_at desc, payment_id desc, provider_reference desc);
