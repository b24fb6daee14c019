-- without transaction
-- For GET /users?query=: parts of a name and beginnings of an e-mail, of three characters or more. Trigrams for both, since a
-- pattern that is a parameter finds no range in an index of texts.
create index concurrently if not exists users_by_name_parts on users using gin (lower(name) gin_trgm_ops);
create index concurrently if not exists users_by_email_parts on users using gin (email gin_trgm_ops);
