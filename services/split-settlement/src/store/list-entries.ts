import { type Tx } from '@repasse/chassis/postgres/database';
import {
  accountIdOf,
  userAccountKinds,
  type PostingKind,
  type TransactionKind,
  type UserAccountKind,
} from '../domain/ledger';
import { type StatementEntry } from '../domain/statement';

export interface EntryFilter {
  readonly userId: number;
  readonly chargeId?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  /** One of the user's accounts; all of them when absent. */
  readonly account?: UserAccountKind | undefined;
  readonly kind?: PostingKind | undefined;
  readonly transactionKind?: TransactionKind | undefined;
  readonly currency?: string | undefined;
}

/** Where a page ends: the next one begins behind it, however many entries have been booked meanwhile. */
export interface EntryPosition {
  readonly bookedAt: string;
  readonly entryId: number;
}

/** A user's entries, newest first. */
export const listEntries = (
  db: Tx,
  filter: EntryFilter,
  after: EntryPosition | undefined,
  limit: number,
): Promise<StatementEntry[]> =>
  db.query<StatementEntry>(filter.chargeId === undefined ? entriesOfUser : entriesOfCharge, [
    accountIdsOf(filter),
    filter.from ?? null,
    filter.to ?? null,
    after?.bookedAt ?? null,
    after?.entryId ?? null,
    limit,
    filter.kind ?? null,
    filter.transactionKind ?? null,
    filter.currency ?? null,
    ...(filter.chargeId === undefined ? [] : [filter.chargeId]),
  ]);

const accountIdsOf = ({ userId, account }: Pick<EntryFilter, 'userId' | 'account'>): string[] =>
  (account === undefined ? userAccountKinds : [account]).map((kind) => accountIdOf({ kind, userId }));

export const entryColumns = `
  p.entry_id as "entryId", p.transaction_id as "transactionId", p.kind, t.kind as "transactionKind",
  split_part(p.account_id, ':', 1) as "accountKind", p.direction, p.amount_minor as "amountMinor",
  p.balance_after_minor as "balanceAfterMinor", p.currency, t.charge_id as "chargeId",
  coalesce(r.payment_id, f.payment_id) as "paymentId", t.settlement_id as "settlementId",
  w.withdrawal_id as "withdrawalId", t.occurred_at as "occurredAt", p.booked_at as "bookedAt"`;

export const entryReferences = `
  left join coin_receipts r using (transaction_id)
  left join coin_refunds f using (transaction_id)
  left join withdrawal_transactions w using (transaction_id)`;

// Bounds that are always there, instead of "is null or", so that the index is entered at the right place.
const conditions = `
  p.booked_at >= coalesce($2::timestamptz, '-infinity') and p.booked_at < coalesce($3::timestamptz, 'infinity')
  and (p.booked_at, p.entry_id) < (coalesce($4::timestamptz, 'infinity'), coalesce($5::bigint, 9223372036854775807))
  and p.kind = coalesce($7, p.kind) and p.currency = coalesce($9, p.currency)
  and ($8::text is null
    or exists (select from ledger_transactions k where k.transaction_id = p.transaction_id and k.kind = $8))`;

const order = 'order by p.booked_at desc, p.entry_id desc limit $6';

// The newest of each account, and the newest of these: each account is read from the index as far as the page reaches.
const entriesOfUser = `
  select ${entryColumns}
  from (
    select p.* from unnest($1::text[]) as a(account_id) cross join lateral (
      select * from postings p where p.account_id = a.account_id and ${conditions} ${order}
    ) p
    ${order}
  ) p join ledger_transactions t using (transaction_id) ${entryReferences}
  order by p.booked_at desc, p.entry_id desc`;

const entriesOfCharge = `
  select ${entryColumns} from ledger_transactions t join postings p using (transaction_id) ${entryReferences}
  where t.charge_id = $10 and p.account_id = any ($1) and ${conditions} ${order}`;
