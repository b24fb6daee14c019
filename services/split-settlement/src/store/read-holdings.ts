import { type Tx } from '@repasse/chassis/postgres/database';
import { type Giving } from '../domain/divide-reversal';
import { accountIdOf } from '../domain/ledger';
import { type Release } from '../domain/release';
import { type Holding } from '../domain/take-back';

interface Reading {
  readonly settlementId: string | null;
  readonly currency: string;
  readonly givings: readonly Giving[];
}

/**
 * What those who give something have: available money and what is planned to be released. Their planned releases come in
 * the order in which they may be taken: the charge's own before those of others, and of each the last to come first, so
 * that what was promised soonest is touched last. Call it under the ledger's lock.
 */
export const readHoldings = async (tx: Tx, reading: Reading): Promise<ReadonlyMap<number, Holding>> => {
  const { settlementId, currency, givings } = reading;
  const givers = givings.map(({ userId, amountMinor }) => ({
    userId,
    amountMinor,
    accountId: accountIdOf({ kind: 'user_available', userId }),
  }));
  const available = await tx.query<AvailableRow>(selectAvailable, [JSON.stringify(givers), currency]);
  const planned = await tx.query<Release>(selectPlanned, [JSON.stringify(givers), settlementId, currency]);
  return new Map(
    available.map(({ userId, availableMinor }) => [
      userId,
      { userId, availableMinor, planned: planned.filter((release) => release.userId === userId) },
    ]),
  );
};

interface AvailableRow {
  readonly userId: number;
  readonly availableMinor: number;
}

const selectAvailable = `
  select g."userId", coalesce(b.balance_minor, 0) as "availableMinor"
  from jsonb_to_recordset($1::jsonb) as g("userId" bigint, "accountId" text)
  left join balances b on b.account_id = g."accountId" and b.currency = $2`;

// Other charges' releases are looked at only where the user's available money and this charge's own do not suffice: a
// busy merchant has many. The reserve is this charge's alone.
const selectPlanned = `
  with givers as (
    select g."userId" as user_id, g."amountMinor" as amount_minor, coalesce(b.balance_minor, 0) as available_minor
    from jsonb_to_recordset($1::jsonb) as g("userId" bigint, "amountMinor" bigint, "accountId" text)
    left join balances b on b.account_id = g."accountId" and b.currency = $3
  ), own as (
    select r.* from releases r join givers using (user_id)
    where r.settlement_id = $2 and r.transaction_id is null and r.taken_minor < r.amount_minor
  ), short as (
    select g.user_id, g.amount_minor - g.available_minor - coalesce(sum(o.amount_minor - o.taken_minor), 0) as short_minor
    from givers g left join own o using (user_id)
    group by g.user_id, g.amount_minor, g.available_minor
    having g.amount_minor > g.available_minor + coalesce(sum(o.amount_minor - o.taken_minor), 0)
  ), others as (
    select ranked.* from (
      select r.*, s.short_minor, sum(r.amount_minor - r.taken_minor)
               over (partition by r.user_id order by r.due_at desc, r.settlement_id, r.installment) as running_minor
      from short s join releases r using (user_id)
      where r.source = 'user_pending' and r.currency = $3 and r.settlement_id is distinct from $2
        and r.transaction_id is null and r.taken_minor < r.amount_minor
    ) ranked
    where running_minor - (amount_minor - taken_minor) < short_minor
  ), planned as (
    select settlement_id, user_id, source, installment, amount_minor, taken_minor, currency, due_at, true as is_own from own
    union all
    select settlement_id, user_id, source, installment, amount_minor, taken_minor, currency, due_at, false from others
  )
  select settlement_id as "settlementId", user_id as "userId", source, installment,
         amount_minor - taken_minor as "amountMinor", currency, due_at as "dueAt"
  from planned order by is_own desc, due_at desc, settlement_id, installment desc`;
