-- The one way into the books. It takes the ledger's lock first: bookings that share an account would wait for one
-- another anyway (every one of them touches the fees), and so they cannot deadlock, and entries commit in the order of
-- their numbers, so that a reader who pages by them never skips one.
create function lock_ledger() returns void language sql as $$
  select pg_advisory_xact_lock(hashtextextended('repasse.ledger', 0));
$$;

-- Writes transactions that the domain made, whole, and moves the balances by them. However many, it is one call.
-- transactions: [{transactionId, kind, settlementId, occurredAt, bookedAt}]
-- postings: [{transactionId, line, accountId, kind, paymentMethod, userId, direction, amountMinor, currency, bookedAt}]
create function write_transactions(transactions jsonb, postings jsonb) returns void language plpgsql as $$
begin
  perform lock_ledger();

  insert into ledger_transactions (transaction_id, kind, settlement_id, occurred_at, booked_at)
  select t."transactionId", t.kind, t."settlementId", t."occurredAt", t."bookedAt"
  from jsonb_to_recordset(transactions) as t(
    "transactionId" text, kind text, "settlementId" text, "occurredAt" timestamptz, "bookedAt" timestamptz);

  insert into accounts (account_id, kind, payment_method, user_id)
  select distinct p."accountId", p.kind, p."paymentMethod", p."userId"
  from jsonb_to_recordset(postings) as p("accountId" text, kind text, "paymentMethod" text, "userId" bigint)
  where not exists (select from accounts a where a.account_id = p."accountId");

  insert into postings (transaction_id, line, account_id, user_id, direction, amount_minor, currency, booked_at)
  select p."transactionId", p.line, p."accountId", p."userId", p.direction, p."amountMinor", p.currency, p."bookedAt"
  from jsonb_to_recordset(postings) as p(
    "transactionId" text, line smallint, "accountId" text, "userId" bigint, direction text, "amountMinor" bigint,
    currency text, "bookedAt" timestamptz);

  perform move_balances(postings);
end $$;

-- Rows are locked in the order of their accounts, whoever moves them.
create function move_balances(postings jsonb) returns void language plpgsql as $$
begin
  insert into balances (account_id, currency, balance_minor)
  select distinct p."accountId", p.currency, 0
  from jsonb_to_recordset(postings) as p("accountId" text, currency text)
  where not exists (select from balances b where b.account_id = p."accountId" and b.currency = p.currency);

  with moved as (
    select p."accountId" as account_id, p.currency,
           sum(case p.direction when 'credit' then p."amountMinor" else -p."amountMinor" end)::bigint as moved_minor
    from jsonb_to_recordset(postings) as p("accountId" text, direction text, "amountMinor" bigint, currency text)
    group by p."accountId", p.currency
  ), locked as materialized (
    select b.account_id, b.currency, moved.moved_minor
    from moved join balances b using (account_id, currency)
    where moved.moved_minor <> 0
    order by b.account_id, b.currency
    for no key update of b
  )
  update balances b set balance_minor = b.balance_minor + locked.moved_minor
  from locked where b.account_id = locked.account_id and b.currency = locked.currency;
end $$;
