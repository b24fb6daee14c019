-- By which a part of a name is found. The owner of a database may create it, as that of invoice-query does.
create extension if not exists pg_trgm;
