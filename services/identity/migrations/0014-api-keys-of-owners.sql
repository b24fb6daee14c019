-- Keys that their owners look after: a name for people, when a key last obtained a token, and the secret before a
-- rotation, which counts until a time.
alter table api_keys
  add column name text,
  add column last_used_at timestamptz,
  add column previous_secret_hash bytea,
  add column previous_secret_until timestamptz;
