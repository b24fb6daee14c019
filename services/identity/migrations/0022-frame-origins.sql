-- The origins of a merchant's own pages that may show a charge's PIX code in a frame. Few, and always replaced together.
alter table merchant_profiles add column frame_origins text[] not null default '{}';
