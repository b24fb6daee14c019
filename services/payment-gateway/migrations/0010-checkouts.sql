-- Where a payment that stands alone is paid by its payer. A card's has a token, of which only the hash is kept: whoever
-- reads this table cannot send a card. Payments themselves know their checkout; this finds them by it.
create table checkouts (
  checkout_id text primary key,
  user_id bigint not null,
  token_hash text,
  -- In how many parts the payer may pay by card, at most.
  installments_max smallint,
  created_at timestamptz not null
);

-- The payments of a checkout: one by PIX; by card another for each card after one that was declined. The number makes
-- sure that of two who try at once only one has a payment to try with.
create table checkout_payments (
  checkout_id text not null references checkouts,
  number smallint not null,
  payment_id text not null constraint checkout_payments_payment unique,
  constraint checkout_payments_once primary key (checkout_id, number)
);

-- As before, with the checkout beside the payment.
alter function apply_payment_effects(text, jsonb) rename to apply_payment_rows;

create function apply_payment_effects(stream_id text, effects jsonb) returns void language plpgsql as $$
begin
  perform apply_payment_rows(stream_id, effects);

  if effects ? 'checkout' then
    insert into checkouts (checkout_id, user_id, token_hash, installments_max, created_at)
    select c.checkout_id, c.user_id, c.token_hash, c.installments_max, c.at
    from jsonb_to_record(effects -> 'checkout') as c (
      checkout_id text, number smallint, user_id bigint, token_hash text, installments_max smallint, at timestamptz
    )
    where c.number = 1;

    insert into checkout_payments (checkout_id, number, payment_id)
    select c.checkout_id, c.number, stream_id
    from jsonb_to_record(effects -> 'checkout') as c (checkout_id text, number smallint);
  end if;
end
$$;

-- Payments from before this table have a checkout as well.
insert into checkouts (checkout_id, user_id, created_at)
select e.data -> 'standalone' ->> 'checkoutId', (e.data ->> 'userId')::bigint, (e.data ->> 'requestedAt')::timestamptz
from events e
where e.type = 'PaymentRequested' and e.data -> 'standalone' ->> 'checkoutId' is not null;

insert into checkout_payments (checkout_id, number, payment_id)
select e.data -> 'standalone' ->> 'checkoutId', 1, e.stream_id
from events e
where e.type = 'PaymentRequested' and e.data -> 'standalone' ->> 'checkoutId' is not null;
