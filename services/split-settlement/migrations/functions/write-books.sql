-- version: 3
-- The one way into the books: writes whatever a batch, a request or a release adds and changes, in one call. Each argument
-- is a list of rows by the names of their columns, or null. The caller holds the ledger's lock (see lock_ledger), which
-- also keeps the positions in the outbox in order.
create or replace function write_books(
  new_booked_events json, new_settlements json, new_shares json, new_accounts json, new_transactions json,
  new_postings json, new_releases json,
  taken_releases json, ended_releases json, new_reversals json, new_reversal_shares json, new_decisions json,
  new_surpluses json, surplus_standings json, new_surplus_resolutions json, new_surplus_refunds json, new_receipts json,
  new_coin_refunds json, new_withdrawals json, withdrawal_standings json,
  new_withdrawal_transactions json, new_events json
) returns void language plpgsql as $$
begin
  if new_booked_events is not null then
    insert into booked_events (
      event_id, type, subject, sha256, is_divided, currency, effects, transaction_ids, booked_at
    )
    select
      event_id, type, subject, sha256, is_divided, currency, effects, transaction_ids, booked_at
    from json_populate_recordset(null::booked_events, new_booked_events)
    -- The same event again books nothing, and what it booked is known.
    on conflict (event_id) do nothing;
  end if;

  if new_settlements is not null then
    insert into settlements (
      settlement_id, charge_id, payment_id, user_id, payment_method, gross_minor, fee_minor, reserve_minor, net_minor,
      currency, fees, paid_at, settled_at, external_reference, description, end_to_end_id
    )
    select
      settlement_id, charge_id, payment_id, user_id, payment_method, gross_minor, fee_minor, reserve_minor, net_minor,
      currency, fees, paid_at, settled_at, external_reference, description, end_to_end_id
    from json_populate_recordset(null::settlements, new_settlements);
    insert into settlement_shares (
      settlement_id, user_id, amount_minor, reserve_minor, reduced_by_minor, is_owner, release_at, parts
    )
    select
      settlement_id, user_id, amount_minor, reserve_minor, reduced_by_minor, is_owner, release_at, parts
    from json_populate_recordset(null::settlement_shares, new_shares);
  end if;

  if new_transactions is not null then
    perform write_transactions(new_accounts, new_transactions, new_postings);
  end if;

  if new_releases is not null then
    insert into releases (
      settlement_id, user_id, source, installment, amount_minor, currency, due_at, transaction_id, taken_minor
    )
    select
      settlement_id, user_id, source, installment, amount_minor, currency, due_at, transaction_id, taken_minor
    from json_populate_recordset(null::releases, new_releases);
  end if;
  if taken_releases is not null then
    update releases r set taken_minor = r.taken_minor + t.taken_minor
    from json_populate_recordset(null::releases, taken_releases) t
    where r.settlement_id = t.settlement_id and r.user_id = t.user_id and r.source = t.source
      and r.installment = t.installment and r.transaction_id is null;
  end if;
  if ended_releases is not null then
    update releases r set transaction_id = e.transaction_id
    from json_populate_recordset(null::releases, ended_releases) e
    where r.settlement_id = e.settlement_id and r.user_id = e.user_id and r.source = e.source
      and r.installment = e.installment;
  end if;

  if new_reversals is not null then
    insert into reversals (
      reversal_id, kind, charge_id, settlement_id, payment_id, payment_method, amount_minor, currency, is_listed,
      transaction_id, occurred_at, booked_at
    )
    select
      reversal_id, kind, charge_id, settlement_id, payment_id, payment_method, amount_minor, currency, is_listed,
      transaction_id, occurred_at, booked_at
    from json_populate_recordset(null::reversals, new_reversals);
    insert into reversal_shares (
      reversal_id, user_id, is_owner, amount_minor, from_available_minor, from_pending_minor, from_reserve_minor,
      from_debt_minor
    )
    select
      reversal_id, user_id, is_owner, amount_minor, from_available_minor, from_pending_minor, from_reserve_minor,
      from_debt_minor
    from json_populate_recordset(null::reversal_shares, new_reversal_shares);
  end if;
  if new_decisions is not null then
    insert into dispute_decisions (dispute_id, outcome, transaction_id, decided_at)
    select dispute_id, outcome, transaction_id, decided_at
    from json_populate_recordset(null::dispute_decisions, new_decisions);
  end if;

  if new_surpluses is not null then
    insert into surpluses (
      charge_id, payment_id, provider_reference, user_id, payment_method, amount_minor, held_minor, currency,
      status_reason, status, received_at, updated_at
    )
    select
      charge_id, payment_id, provider_reference, user_id, payment_method, amount_minor, held_minor, currency,
      status_reason, status, received_at, updated_at
    from json_populate_recordset(null::surpluses, new_surpluses);
  end if;
  if surplus_standings is not null then
    update surpluses s set status = n.status, held_minor = n.held_minor, updated_at = n.updated_at
    from json_populate_recordset(null::surpluses, surplus_standings) n
    where (s.charge_id, s.payment_id, s.provider_reference) = (n.charge_id, n.payment_id, n.provider_reference);
  end if;
  if new_surplus_resolutions is not null then
    insert into surplus_resolutions (
      charge_id, payment_id, provider_reference, handling, amount_minor, transaction_id, resolved_at
    )
    select
      charge_id, payment_id, provider_reference, handling, amount_minor, transaction_id, resolved_at
    from json_populate_recordset(null::surplus_resolutions, new_surplus_resolutions);
  end if;
  if new_surplus_refunds is not null then
    insert into surplus_refunds (
      refund_id, charge_id, payment_id, provider_reference, amount_minor, transaction_id, refunded_at
    )
    select
      refund_id, charge_id, payment_id, provider_reference, amount_minor, transaction_id, refunded_at
    from json_populate_recordset(null::surplus_refunds, new_surplus_refunds);
  end if;

  if new_receipts is not null then
    insert into coin_receipts (
      payment_id, provider_reference, user_id, payment_method, gross_minor, fee_minor, currency, transaction_id,
      received_at
    )
    select
      payment_id, provider_reference, user_id, payment_method, gross_minor, fee_minor, currency, transaction_id,
      received_at
    from json_populate_recordset(null::coin_receipts, new_receipts);
  end if;
  if new_coin_refunds is not null then
    insert into coin_refunds (
      refund_id, payment_id, user_id, amount_minor, from_available_minor, from_pending_minor, from_debt_minor,
      currency, transaction_id, settled_at
    )
    select
      refund_id, payment_id, user_id, amount_minor, from_available_minor, from_pending_minor, from_debt_minor,
      currency, transaction_id, settled_at
    from json_populate_recordset(null::coin_refunds, new_coin_refunds);
  end if;

  if new_reversals is not null or new_surplus_refunds is not null or new_coin_refunds is not null then
    update refund_reservations r set status = 'ENDED'
    where r.status = 'OPEN' and r.refund_id in (
      select n.reversal_id from json_populate_recordset(null::reversals, coalesce(new_reversals, '[]')) n
      union all
      select n.refund_id from json_populate_recordset(null::surplus_refunds, coalesce(new_surplus_refunds, '[]')) n
      union all
      select n.refund_id from json_populate_recordset(null::coin_refunds, coalesce(new_coin_refunds, '[]')) n);
  end if;

  if new_withdrawals is not null then
    insert into withdrawals (
      withdrawal_id, user_id, amount_minor, currency, pay_currency, pay_address, memo, external_reference, status,
      failure, invoice_id, created_at, updated_at, rail, destination_id, payout_minor, fee_minor, fee_user_id,
      manager_user_id, batch_id, requested_by, decided_by, release_until, cancel_reason, end_to_end_id, returned_minor,
      transaction_hash
    )
    select
      withdrawal_id, user_id, amount_minor, currency, pay_currency, pay_address, memo, external_reference, status,
      -- A process of the release before names no rail.
      failure, invoice_id, created_at, updated_at, coalesce(rail, 'CRYPTO'), destination_id, payout_minor,
      coalesce(fee_minor, 0), fee_user_id, manager_user_id, batch_id, requested_by, decided_by, release_until,
      cancel_reason, end_to_end_id, coalesce(returned_minor, 0), transaction_hash
    from json_populate_recordset(null::withdrawals, new_withdrawals);
  end if;
  if withdrawal_standings is not null then
    update withdrawals w
    set status = n.status, failure = n.failure, invoice_id = n.invoice_id, updated_at = n.updated_at,
        decided_by = coalesce(n.decided_by, w.decided_by), cancel_reason = coalesce(n.cancel_reason, w.cancel_reason),
        end_to_end_id = coalesce(n.end_to_end_id, w.end_to_end_id),
        returned_minor = coalesce(n.returned_minor, w.returned_minor),
        transaction_hash = coalesce(n.transaction_hash, w.transaction_hash)
    from json_populate_recordset(null::withdrawals, withdrawal_standings) n where w.withdrawal_id = n.withdrawal_id;
  end if;
  if new_withdrawal_transactions is not null then
    insert into withdrawal_transactions (transaction_id, withdrawal_id, is_end, return_reference)
    select transaction_id, withdrawal_id, is_end, return_reference
    from json_populate_recordset(null::withdrawal_transactions, new_withdrawal_transactions);
  end if;

  if new_events is not null then
    perform enqueue_events(new_events);
  end if;
end
$$;

-- Writes transactions that the domain made with their lines, each with the balance of its account after it, opens the
-- accounts they are the first to use, and moves the balances by what was posted. The caller holds the ledger's lock.
create or replace function write_transactions(new_accounts json, new_transactions json, new_postings json) returns void
language plpgsql as $$
begin
  insert into accounts (account_id, kind, payment_method, user_id)
  select n.account_id, n.kind, n.payment_method, n.user_id from json_populate_recordset(null::accounts, new_accounts) n
  where not exists (select from accounts a where a.account_id = n.account_id);

  with written as (
    insert into ledger_transactions (transaction_id, kind, charge_id, event_id, settlement_id, occurred_at, booked_at)
    select transaction_id, kind, charge_id, event_id, settlement_id, occurred_at, booked_at
    from json_populate_recordset(null::ledger_transactions, new_transactions)
  ), lines as (
    select p.*, case p.direction when 'credit' then p.amount_minor else -p.amount_minor end as signed_minor
    from json_populate_recordset(null::postings, new_postings) with ordinality p
  ), moved as (
    select m.account_id, m.currency, m.minor, coalesce(b.balance_minor, 0) as before_minor
    from (select account_id, currency, sum(signed_minor)::bigint as minor from lines group by account_id, currency) m
    -- Row by row through the key; see read_books.
    left join lateral (
      select b.balance_minor from balances b where b.account_id = m.account_id and b.currency = m.currency limit 1
    ) b on true
  ), posted as (
    insert into postings
      (transaction_id, line, account_id, kind, direction, amount_minor, balance_after_minor, currency, booked_at)
    select l.transaction_id, l.line, l.account_id, l.kind, l.direction, l.amount_minor,
           m.before_minor + sum(l.signed_minor) over (partition by l.account_id, l.currency order by l.ordinality),
           l.currency, l.booked_at
    from lines l join moved m using (account_id, currency)
    order by l.ordinality
  )
  merge into balances b using moved m on b.account_id = m.account_id and b.currency = m.currency
  when matched and m.minor <> 0 then update set balance_minor = b.balance_minor + m.minor
  when not matched then insert values (m.account_id, m.currency, m.minor);

  update ledger_clock set booked_until = n.booked_at
  from (select max(t.booked_at) as booked_at
        from json_populate_recordset(null::ledger_transactions, new_transactions) t) n
  where booked_until < n.booked_at;
end
$$;
