-- Payers are found by their document, their e-mail and each word of their name: one row for each. A trigger makes and
-- removes them with the row of payer_data, so that whatever erases a payer erases them too. Keys are hashes to keep the
-- index small; they hide nothing, since the data lies beside them.
create table payer_keys (
  user_id bigint not null,
  key bigint not null,
  charge_id text collate "C" not null,
  primary key (user_id, key, charge_id)
);
create index payer_keys_by_charge on payer_keys (charge_id);

-- These stand here and not in functions/: stored keys must equal those that are looked for, so a change of them needs a
-- migration that makes all keys anew.
--
-- The words of a name in lower case and without accents. Particles are in most names and find nothing. Eight words are
-- more than a name has; the limit bounds the rows of a payer.
create function payer_words(name text) returns text[] language sql immutable as $$
  select array(
    select word
    from regexp_split_to_table(
      lower(regexp_replace(normalize(name, nfkd), '[\u0300-\u036f]', '', 'g')), '[\s.,;:''"()/_-]+'
    ) with ordinality as w (word, place)
    where length(word) > 1 and word not in ('da', 'das', 'de', 'di', 'do', 'dos')
    order by place limit 8
  )
$$;

create function payer_key(kind text, value text) returns bigint language sql immutable as $$
  select ('x' || encode(substring(sha256(convert_to(kind || ' ' || value, 'UTF8')) from 1 for 8), 'hex'))::bit(64)::bigint
$$;

create function payer_keys_of(name text, email text, document text) returns setof bigint language sql immutable as $$
  select payer_key('document', document) where document is not null
  union select payer_key('email', lower(email)) where email is not null
  union select payer_key('name', word) from unnest(payer_words(name)) as word
$$;

create function keep_payer_keys() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    delete from payer_keys where charge_id = old.charge_id;
  end if;
  if tg_op <> 'DELETE' then
    insert into payer_keys (user_id, key, charge_id)
    select c.user_id, k.key, c.charge_id
    from charges c cross join payer_keys_of(new.name, new.email, new.document) as k (key)
    where c.charge_id = new.charge_id;
  end if;
  return null;
end
$$;
create trigger payer_data_keys after insert or delete on payer_data
  for each row execute function keep_payer_keys();
-- A payer who is told again changes nothing.
create trigger payer_data_new_keys after update on payer_data
  for each row when ((old.name, old.email, old.document) is distinct from (new.name, new.email, new.document))
  execute function keep_payer_keys();

insert into payer_keys (user_id, key, charge_id)
select c.user_id, k.key, p.charge_id
from payer_data p join charges c using (charge_id)
cross join lateral payer_keys_of(p.name, p.email, p.document) as k (key);

-- An erasure finds payers by their keys.
drop index payer_data_by_document;
drop index payer_data_by_email;

-- Refunds by their id.
create table charge_refunds (
  refund_id text not null,
  charge_id text collate "C" not null,
  user_id bigint not null,
  primary key (refund_id, charge_id)
);
insert into charge_refunds (refund_id, charge_id, user_id)
select e.data ->> 'refundId', c.charge_id, c.user_id
from events e join charges c on c.charge_id = e.stream_id
where e.type = 'ChargeRefunded'
on conflict do nothing;
create index surpluses_by_refund on surpluses (refund_id) where refund_id is not null;

-- Names of PIX transfers are searched for in any case.
drop index attempts_by_end_to_end;
drop index surpluses_by_reference;
create index attempts_by_end_to_end on attempts (lower(end_to_end_id)) where end_to_end_id is not null;
create index surpluses_by_reference on surpluses (lower(provider_reference));

-- The other ways a charge is looked for, each within a merchant and newest first.
create index charges_by_amount on charges (user_id, gross_amount_minor, created_at desc, charge_id desc);
create index attempts_by_last4 on attempts (user_id, (checkout_meta ->> 'last4'), attempt_id desc)
  where payment_method = 'CREDIT_CARD';
drop index attempts_by_invoice;
create index attempts_by_invoice on attempts (invoice_id) where invoice_id is not null;
