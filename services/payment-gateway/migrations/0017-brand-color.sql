-- The colour of a merchant's pages, from identity.events.v1: '#rrggbb'. Null is the platform's.
alter table merchant_profiles add column brand_color text;
