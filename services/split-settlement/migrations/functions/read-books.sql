-- version: 4
-- Whoever books holds this lock from before the first reading to the commit: bookings share accounts (every one of them
-- touches the fees), so they would wait for one another anyway. It is taken before any row of the books and before any
-- position in the outbox, by consumers, withdrawals and the release of due money alike: so nobody can wait for somebody
-- who waits for them, what was read is still so when it is written, and entries commit in the order of their numbers, so
-- that a reader who pages by them never skips one.
create or replace function lock_ledger() returns void language sql as $$
  select pg_advisory_xact_lock(hashtextextended('repasse.ledger', 0));
$$;

-- The most that can be taken back, by user and currency, and the planned releases, as far as they could be needed.
-- `givers`: [{settlementId, userId, currency, amountMinor}], one for each refund or dispute and each user who may
-- have to give of it; settlementId is what it comes from, or null.
-- A settlement's own releases are all read. Other ones are looked at only where a user's available money and the own ones
-- might not suffice, and then only as many as could be taken, the last to come first: a busy merchant has many.
create or replace function read_releases(givers json) returns json language sql as $$
  with givers as materialized (
    select g."settlementId" as settlement_id, g."userId" as user_id, g.currency,
           sum(g."amountMinor") over (partition by g."userId", g.currency, g."settlementId") as amount_minor,
           sum(g."amountMinor") over (partition by g."userId", g.currency) as total_minor
    from json_to_recordset(read_releases.givers) as g(
      "settlementId" text, "userId" bigint, currency text, "amountMinor" bigint)
  ), own as materialized (
    select distinct r.settlement_id, r.user_id, r.source, r.installment, r.amount_minor - r.taken_minor as amount_minor,
                    r.currency, r.due_at
    from givers g join releases r on r.settlement_id = g.settlement_id and r.user_id = g.user_id
    where r.transaction_id is null and r.taken_minor < r.amount_minor
  ), short as (
    select g.user_id, g.currency, max(g.total_minor) as total_minor
    from givers g
    left join balances b on b.account_id = 'user_available:' || g.user_id and b.currency = g.currency
    -- All that goes back of one settlement is taken from its own releases together.
    where g.amount_minor >
      -- Givers of other settlements may have taken some of the available money.
      greatest(0, coalesce(b.balance_minor, 0) - (g.total_minor - g.amount_minor))
      + coalesce((select sum(o.amount_minor) from own o
                  where o.settlement_id = g.settlement_id and o.user_id = g.user_id), 0)
    group by g.user_id, g.currency
  ), others as (
    select ranked.* from (
      select r.settlement_id, r.user_id, r.source, r.installment, r.amount_minor - r.taken_minor as amount_minor,
             r.currency, r.due_at, s.total_minor,
             sum(r.amount_minor - r.taken_minor)
               over (partition by r.user_id, r.currency order by r.due_at desc, r.settlement_id, r.installment desc)
               as running_minor
      from short s join releases r on r.user_id = s.user_id and r.currency = s.currency
      where r.source = 'user_pending' and r.transaction_id is null and r.taken_minor < r.amount_minor
        and not exists (select from givers g where g.settlement_id = r.settlement_id and g.user_id = r.user_id)
    ) ranked
    where running_minor - amount_minor < total_minor
  ), read as (
    select settlement_id, user_id, source, installment, amount_minor, currency, due_at from own
    union all
    select settlement_id, user_id, source, installment, amount_minor, currency, due_at from others
  )
  select json_agg(json_build_object(
    'settlementId', settlement_id, 'userId', user_id, 'source', source, 'installment', installment,
    'amountMinor', amount_minor, 'currency', currency, 'dueAt', due_at))
  from read
$$;

-- The first settlement of each charge, with who got what of it and what was taken back of it since. The owner's part is
-- what the others leave of the gross amount. A dispute that was won has taken nothing. Whoever claimed a share that waited is
-- one of them; what had gone back of it before was taken from the owner, and counts as theirs.
create or replace function read_settlements(charge_ids text[]) returns json language sql as $$
  with first as (
    select s.* from unnest(charge_ids) as c(charge_id) cross join lateral (
      select settlement_id, charge_id, payment_id, gross_minor, currency from settlements
      where charge_id = c.charge_id order by settled_at, settlement_id limit 1
    ) s
  ), taken as (
    select f.settlement_id, rs.user_id,
           coalesce(sum(rs.amount_minor) filter (where not r.is_listed), 0)::bigint as taken_minor,
           coalesce(sum(rs.amount_minor) filter (where r.is_listed), 0)::bigint as listed_minor
    from first f
    join reversals r on r.charge_id = f.charge_id and r.settlement_id = f.settlement_id
    join reversal_shares rs using (reversal_id)
    left join dispute_decisions d on d.dispute_id = r.reversal_id
    where d.outcome is distinct from 'WON'
    group by f.settlement_id, rs.user_id
  ), claimed as (
    select h.settlement_id, h.claimed_by as user_id, h.amount_minor, h.amount_minor - h.claimed_minor as before_minor
    from first f join held_shares h using (settlement_id) where h.claimed_by is not null
  ), sharers as (
    select p.settlement_id, p.user_id, p.is_owner, p.amount_minor,
           case when p.is_owner
                then -coalesce((select sum(c.before_minor) from claimed c where c.settlement_id = p.settlement_id), 0)::bigint
                else 0 end as before_minor
    from first f join settlement_shares p using (settlement_id)
    union all
    select c.settlement_id, c.user_id, false, c.amount_minor, c.before_minor from claimed c
  ), parties as (
    select p.settlement_id, p.user_id, p.is_owner, greatest(0, coalesce(t.taken_minor, 0) + p.before_minor) as taken_minor,
           coalesce(t.listed_minor, 0) as listed_minor,
           case when p.is_owner
                then f.gross_minor
                  - coalesce(sum(p.amount_minor) filter (where not p.is_owner) over (partition by p.settlement_id), 0)::bigint
                else p.amount_minor end as part_minor
    from first f join sharers p using (settlement_id) left join taken t using (settlement_id, user_id)
  )
  select json_agg(json_build_object(
    'settlementId', f.settlement_id, 'chargeId', f.charge_id, 'paymentId', f.payment_id, 'currency', f.currency,
    'parties', (
      select json_agg(json_build_object(
        'userId', p.user_id, 'isOwner', p.is_owner, 'partMinor', p.part_minor, 'takenMinor', p.taken_minor,
        'listedMinor', p.listed_minor) order by p.is_owner desc, p.user_id)
      from parties p where p.settlement_id = f.settlement_id)))
  from first f
$$;

-- Surpluses with what became of them.
create or replace function read_surpluses(charge_ids text[], payment_ids text[]) returns json language sql as $$
  select json_agg(json_build_object(
    'chargeId', s.charge_id, 'paymentId', s.payment_id, 'providerReference', s.provider_reference,
    'userId', s.user_id, 'paymentMethod', s.payment_method, 'amountMinor', s.amount_minor, 'heldMinor', s.held_minor,
    'currency', s.currency, 'statusReason', s.status_reason, 'status', s.status, 'receivedAt', s.received_at,
    'handlings', (
      select coalesce(json_agg(r.handling), '[]') from surplus_resolutions r
      where (r.charge_id, r.payment_id, r.provider_reference) = (s.charge_id, s.payment_id, s.provider_reference)),
    'refunds', (
      select coalesce(json_agg(json_build_object('refundId', f.refund_id, 'amountMinor', f.amount_minor)), '[]')
      from surplus_refunds f
      where (f.charge_id, f.payment_id, f.provider_reference) = (s.charge_id, s.payment_id, s.provider_reference))))
  from surpluses s where s.charge_id = any (charge_ids) or s.payment_id = any (payment_ids)
$$;

create or replace function read_disputes(dispute_ids text[]) returns json language sql as $$
  select json_agg(json_build_object(
    'disputeId', r.reversal_id, 'chargeId', r.charge_id, 'paymentId', r.payment_id, 'settlementId', r.settlement_id,
    'paymentMethod', r.payment_method, 'currency', r.currency, 'outcome', d.outcome,
    'held', (
      select json_agg(json_build_object('userId', s.user_id, 'amountMinor', s.amount_minor) order by s.user_id)
      from reversal_shares s where s.reversal_id = r.reversal_id)))
  from reversals r left join dispute_decisions d on d.dispute_id = r.reversal_id
  where r.reversal_id = any (dispute_ids) and r.kind = 'DISPUTE'
$$;

-- Returns all that a batch needs of the books, in one call. A null argument is not read and costs nothing.
-- is_booking: takes the ledger's lock first, so that the result stays valid until the commit.
-- paid_charges: [{chargeId, paymentId}], whose payments may be in the books already.
-- reversed: [{chargeId, amountMinor}], what goes back of charges.
-- takings: [{userId, currency, amountMinor}], what may have to be taken of single users.
create or replace function read_books(
  is_booking boolean, users bigint[], paid_charges json, reversed json, takings json, reversal_ids text[], surplus_charges text[],
  surplus_payments text[], receipt_payments text[], coin_refund_ids text[], withdrawal_ids text[],
  out booked_until timestamptz, out settled_payments json, out settlements json, out releases json, out balances json, out reversals json,
  out disputes json, out surpluses json, out receipts json, out coin_refunds json, out withdrawals json
) language plpgsql as $$
#variable_conflict use_column
declare
  givers json;
begin
  if is_booking then
    perform lock_ledger();
  end if;
  select nullif(c.booked_until, '-infinity') into booked_until from ledger_clock c;

  if paid_charges is not null then
    -- Row by row through the key, here and below: a plan that is kept from when a table was small would read all of it.
    select json_agg(known.payment_id) into settled_payments
    from json_to_recordset(paid_charges) as p("chargeId" text, "paymentId" text)
    cross join lateral (
      select s.payment_id from settlements s
      where s.charge_id = p."chargeId" and s.payment_id = p."paymentId" limit 1
    ) known;
  end if;

  if reversed is not null then
    settlements := read_settlements(array(
      select distinct r."chargeId" from json_to_recordset(reversed) as r("chargeId" text)));
  end if;

  if reversed is not null or takings is not null then
    select json_agg(g) into givers from (
      -- Only the owner can give more than they got.
      select s."settlementId", p."userId", s.currency,
             case when p."isOwner" then r."amountMinor" else least(r."amountMinor", p."partMinor") end as "amountMinor"
      from json_to_recordset(reversed) as r("chargeId" text, "amountMinor" bigint)
      join json_to_recordset(settlements) as s("settlementId" text, "chargeId" text, currency text, parties json)
        using ("chargeId")
      cross join json_to_recordset(s.parties) as p("userId" bigint, "isOwner" boolean, "partMinor" bigint)
      union all
      select null, t."userId", t.currency, t."amountMinor"
      from json_to_recordset(takings) as t("userId" bigint, currency text, "amountMinor" bigint)
    ) g;
    releases := read_releases(givers);
  end if;

  if reversal_ids is not null then
    select json_agg(r.reversal_id) into reversals from reversals r where r.reversal_id = any (reversal_ids);
    disputes := read_disputes(reversal_ids);
  end if;

  if surplus_charges is not null or surplus_payments is not null then
    surpluses := read_surpluses(surplus_charges, surplus_payments);
  end if;

  if receipt_payments is not null then
    select json_agg(json_build_object(
      'paymentId', r.payment_id, 'providerReference', r.provider_reference, 'transactionId', r.transaction_id)
      order by r.received_at, r.transaction_id)
    into receipts from coin_receipts r where r.payment_id = any (receipt_payments);
    select json_agg(f.refund_id) into coin_refunds
    from coin_refunds f where f.refund_id = any (coin_refund_ids);
  end if;

  if withdrawal_ids is not null then
    select json_agg(json_build_object(
      'withdrawalId', w.withdrawal_id, 'userId', w.user_id, 'amountMinor', w.amount_minor, 'currency', w.currency,
      'payCurrency', w.pay_currency, 'payAddress', w.pay_address, 'memo', w.memo,
      'externalReference', w.external_reference, 'status', w.status, 'failure', w.failure, 'invoiceId', w.invoice_id,
      'rail', w.rail, 'destinationId', w.destination_id, 'payoutMinor', coalesce(w.payout_minor, w.amount_minor),
      'feeMinor', w.fee_minor, 'feeUserId', w.fee_user_id, 'managerUserId', w.manager_user_id, 'batchId', w.batch_id,
      'requestedBy', w.requested_by, 'decidedBy', w.decided_by, 'releaseUntil', w.release_until,
      'cancelReason', w.cancel_reason, 'endToEndId', w.end_to_end_id, 'returnedMinor', w.returned_minor,
      'transactionHash', w.transaction_hash,
      'createdAt', w.created_at, 'updatedAt', w.updated_at))
    into withdrawals from withdrawals w where w.withdrawal_id = any (withdrawal_ids);
  end if;

  select json_agg(json_build_object(
    'userId', u.user_id, 'kind', k.kind, 'currency', b.currency, 'balanceMinor', b.balance_minor))
  into balances
  from (
    select unnest(users)
    union
    select g."userId" from json_to_recordset(givers) as g("userId" bigint)
    union
    select h."userId" from json_to_recordset(disputes) as d(held json), json_to_recordset(d.held) as h("userId" bigint)
    union
    select w."userId" from json_to_recordset(withdrawals) as w("userId" bigint)
    union
    select w."feeUserId" from json_to_recordset(withdrawals) as w("feeUserId" bigint) where w."feeUserId" is not null
  ) as u(user_id)
  cross join (values ('user_available'), ('user_debt')) as k(kind)
  cross join lateral (
    select b.currency, b.balance_minor from balances b where b.account_id = k.kind || ':' || u.user_id
  ) b;
end
$$;
