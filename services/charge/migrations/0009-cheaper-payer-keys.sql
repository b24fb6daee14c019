-- The keys of payers as before, by functions that cost a third: they run for every charge with a payer.

create or replace function payer_words(name text) returns text[] language plpgsql immutable as $$
declare
  word  text;
  words text[] := '{}';
begin
  foreach word in array regexp_split_to_array(
    lower(regexp_replace(normalize(name, nfkd), '[\u0300-\u036f]', '', 'g')), '[\s.,;:''"()/_-]+')
  loop
    continue when length(word) < 2 or word in ('da', 'das', 'de', 'di', 'do', 'dos');
    words := words || word;
    exit when cardinality(words) = 8;
  end loop;
  return words;
end
$$;

create or replace function payer_key(kind text, value text) returns bigint language sql immutable as $$
  select hashtextextended(kind || ' ' || value, 0)
$$;

create or replace function payer_keys_of(name text, email text, document text) returns setof bigint language plpgsql immutable as $$
declare
  word text;
begin
  if document is not null then
    return next payer_key('document', document);
  end if;
  if email is not null then
    return next payer_key('email', lower(email));
  end if;
  if name is not null then
    foreach word in array payer_words(name) loop
      return next payer_key('name', word);
    end loop;
  end if;
end
$$;

create or replace function keep_payer_keys() returns trigger language plpgsql as $$
declare
  owner_id bigint;
begin
  if tg_op <> 'INSERT' then
    delete from payer_keys where charge_id = old.charge_id;
  end if;
  if tg_op <> 'DELETE' then
    select user_id into strict owner_id from charges where charge_id = new.charge_id;
    insert into payer_keys (user_id, key, charge_id)
    select owner_id, key, new.charge_id from payer_keys_of(new.name, new.email, new.document) as key
    -- A name may have a word twice.
    on conflict do nothing;
  end if;
  return null;
end
$$;

delete from payer_keys;
insert into payer_keys (user_id, key, charge_id)
select c.user_id, k.key, p.charge_id
from payer_data p join charges c using (charge_id)
cross join lateral payer_keys_of(p.name, p.email, p.document) as k (key)
on conflict do nothing;
