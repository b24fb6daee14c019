-- without transaction
-- Few among all: those that go when a merchant's terms no longer allow them.
create index concurrently if not exists destinations_of_others on destinations (user_id)
  where not is_own_document and removed_at is null;
