-- version: 3
-- Keeps what identity's events tell of payees and destinations, in their order; see consume/keep-payees.ts. There are few
-- of them, so each is a statement.
create or replace function keep_payees(rows json) returns void language plpgsql strict as $$
declare
  r record;
begin
  for r in
    select e.* from rows from (json_to_recordset(rows) as (
      change text, user_id bigint, manager_user_id bigint, verification text, destination_id text, rail text, kind text,
      label text, is_own_document boolean, is_default boolean, pay_currency text, pay_address text, memo text,
      at timestamptz, usable_from timestamptz, email_hash text)) with ordinality as e
    order by e.ordinality
  loop
    if r.change = 'USER' then
      insert into known_users (email_hash, user_id) values (r.email_hash, r.user_id)
      on conflict (email_hash) do update set user_id = excluded.user_id;
    elsif r.change = 'PAYEE' then
      insert into payees (user_id, manager_user_id, verification)
      values (r.user_id, r.manager_user_id, r.verification)
      on conflict (user_id) do update
        set manager_user_id = excluded.manager_user_id, verification = excluded.verification;
    elsif r.change = 'ADDED' then
      update payout_destinations set is_default = false where r.is_default and user_id = r.user_id and is_default;
      insert into payout_destinations (
        destination_id, user_id, rail, kind, label, is_own_document, is_default, pay_currency, pay_address, memo, added_at,
        usable_from)
      values (
        r.destination_id, r.user_id, r.rail, r.kind, r.label, r.is_own_document, r.is_default, r.pay_currency,
        r.pay_address, r.memo, r.at, r.usable_from)
      on conflict (destination_id) do nothing;
    elsif r.change = 'CONFIRMED' then
      update payout_destinations set confirmed_at = coalesce(confirmed_at, r.at) where destination_id = r.destination_id;
    elsif r.change = 'MADE_DEFAULT' then
      update payout_destinations set is_default = destination_id = r.destination_id where user_id = r.user_id;
    elsif r.change = 'REMOVED' then
      update payout_destinations set removed_at = coalesce(removed_at, r.at), is_default = false
      where destination_id = r.destination_id;
    end if;
  end loop;
end
$$;
