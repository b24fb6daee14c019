-- version: 1
-- What is known beside the books of users whose money is to leave, in one call for any number of them; see
-- store/read-payables.ts. Takes the ledger's lock first, so that it stays so until the commit, unless it is only looked at.
-- asked: [{userId, destinationId}]; a destinationId of null means the default one.
create or replace function read_payables(
  asked json, of_currency text, now timestamptz, day_start timestamptz, is_deciding boolean
) returns json language plpgsql as $$
begin
  if is_deciding then
    perform lock_ledger();
  end if;
  return (
    select json_agg(json_build_object(
      'userId', a."userId",
      'isSuspended', exists (select from revoked_access r where r.kind = 'user' and r.id = a."userId"::text),
      'payee', case when p.user_id is not null then json_build_object(
        'managerUserId', p.manager_user_id, 'verification', p.verification) end,
      'destination', case when d.destination_id is not null then json_build_object(
        'destinationId', d.destination_id, 'rail', d.rail, 'label', d.label, 'payCurrency', d.pay_currency,
        'payAddress', d.pay_address, 'memo', d.memo, 'addedAt', d.added_at, 'usableFrom', d.usable_from,
        'confirmedAt', d.confirmed_at) end,
      'funds', read_payout_funds(a."userId", of_currency, now),
      'managerFunds', case when p.manager_user_id is not null
                           then read_payout_funds(p.manager_user_id, of_currency, now) end,
      'dayMinor', (
        select coalesce(sum(w.amount_minor), 0)::bigint from withdrawals w
        where w.user_id = a."userId" and w.created_at >= day_start and w.currency = of_currency
          and w.status not in ('failed', 'canceled', 'returned')),
      'toDestinationMinor', case when d.destination_id is null then 0 else (
        select coalesce(sum(w.amount_minor), 0)::bigint from withdrawals w
        where w.user_id = a."userId" and w.created_at >= d.added_at and w.destination_id = d.destination_id
          and w.currency = of_currency and w.status not in ('failed', 'canceled', 'returned')) end,
      'policies', (
        select coalesce(json_agg(json_build_object(
          'userId', o.user_id, 'setBy', o.set_by, 'minimumMinor', o.minimum_minor, 'maximumMinor', o.maximum_minor,
          'dayMaximumMinor', o.day_maximum_minor, 'newDestinationMaximumMinor', o.new_destination_maximum_minor,
          'newDestinationDays', o.new_destination_days, 'fourEyesAboveMinor', o.four_eyes_above_minor,
          'feeMinor', o.fee_minor, 'feeCarriedBy', o.fee_carried_by, 'mayCoverLess', o.may_cover_less)), '[]')
        from payout_policies o
        where o.user_id is null or o.user_id = a."userId" or o.user_id = p.manager_user_id)))
    from json_to_recordset(asked) as a("userId" bigint, "destinationId" text)
    left join payees p on p.user_id = a."userId"
    left join lateral (
      select * from payout_destinations d
      where d.user_id = a."userId" and d.removed_at is null
        and case when a."destinationId" is null then d.is_default else d.destination_id = a."destinationId" end
      limit 1
    ) d on true);
end
$$;

-- What of a user's available money is spoken for: refunds on their way, and what staff withhold, with the reasons.
create or replace function read_payout_funds(of_user bigint, of_currency text, now timestamptz) returns json
language sql as $$
  select json_build_object(
    'promisedMinor', (
      select coalesce(sum(r.amount_minor), 0)::bigint from refund_reservations r
      where r.user_id = of_user and r.currency = of_currency and r.status = 'OPEN'
        and (r.expires_at is null or r.expires_at > now)),
    'withheldMinor', (
      select coalesce(sum(h.amount_minor), 0)::bigint from payout_holds h
      where h.user_id = of_user and h.currency = of_currency and h.ended_at is null
        and (h.held_until is null or h.held_until > now)),
    'withheldReasons', (
      select coalesce(json_agg(distinct h.reason_code), '[]') from payout_holds h
      where h.user_id = of_user and h.currency = of_currency and h.ended_at is null
        and (h.held_until is null or h.held_until > now)))
$$;
