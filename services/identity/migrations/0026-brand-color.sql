-- The colour of a merchant's pages, as the profile says it: '#rrggbb'. Null is the platform's.
alter table merchant_profiles add column brand_color text check (brand_color ~ '^#[0-9a-f]{6}$');
