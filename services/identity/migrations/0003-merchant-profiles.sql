-- The profile of a merchant for payers. The logo is 64 KiB at most, and few are read: browsers keep them for a year.
create table merchant_profiles (
  user_id           bigint primary key references users,
  display_name      text not null check (char_length(display_name) between 1 and 60),
  support_email     text,
  support_url       text,
  -- SHA-256 of the picture in hexadecimal: the address by which browsers ask for it.
  logo_digest       text check (logo_digest ~ '^[0-9a-f]{64}$'),
  logo_content_type text check (logo_content_type in ('image/png', 'image/jpeg', 'image/webp')),
  logo_bytes        bytea,
  updated_at        timestamptz not null,
  constraint merchant_profiles_whole_logo check (num_nulls(logo_digest, logo_content_type, logo_bytes) in (0, 3))
);

-- Merchants may have the same logo.
create index merchant_profiles_by_logo on merchant_profiles (logo_digest) where logo_digest is not null;
