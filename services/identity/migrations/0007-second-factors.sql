-- The app of a user that shows another code every thirty seconds (TOTP), by which money's new ways are confirmed.
create table second_factors (
  user_id       bigint primary key references users,
  -- AES-256-GCM under KEY_ENCRYPTION_KEYS: a copy of the database shows no codes.
  sealed_secret bytea not null,
  created_at    timestamptz not null,
  -- Null until the first code proved that the app has the secret.
  confirmed_at  timestamptz,
  -- The thirty seconds, counted from 1970, of the last code that was taken: each code counts once.
  last_step     bigint,
  -- Wrong codes since wrong_since, within WRONG_CODES_PER_USER.
  wrong_codes   integer not null default 0 check (wrong_codes >= 0),
  wrong_since   timestamptz,
  check ((wrong_codes = 0) = (wrong_since is null))
);
