import { type Database } from '@repasse/chassis/postgres/database';
import { type Direction, type TransactionKind, type UserAccountKind } from '../domain/ledger';

export interface EntryFilter {
  readonly userId: number;
  readonly chargeId?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** Where a page ends: the next one begins behind it, however many entries have been booked meanwhile. */
export interface EntryPosition {
  readonly bookedAt: string;
  readonly entryId: number;
}

export interface Entry extends EntryPosition {
  readonly transactionId: string;
  readonly kind: TransactionKind;
  readonly accountKind: UserAccountKind;
  readonly direction: Direction;
  readonly amountMinor: number;
  readonly currency: string;
  readonly chargeId: string | null;
  /** Only of a payment in coins. */
  readonly paymentId: string | null;
  readonly settlementId: string | null;
  /** Only of a withdrawal. */
  readonly withdrawalId: string | null;
  readonly occurredAt: string;
}

/** A user's entries, newest first. */
export const listEntries = (
  db: Database,
  { userId, chargeId, from, to }: EntryFilter,
  after: EntryPosition | undefined,
  limit: number,
): Promise<Entry[]> =>
  db.query<Entry>(chargeId === undefined ? entriesOfUser : entriesOfCharge, [
    userId,
    from ?? null,
    to ?? null,
    after?.bookedAt ?? null,
    after?.entryId ?? null,
    limit,
    ...(chargeId === undefined ? [] : [chargeId]),
  ]);

const columns = `
  p.entry_id as "entryId", p.transaction_id as "transactionId", t.kind, a.kind as "accountKind", p.direction,
  p.amount_minor as "amountMinor", p.currency, t.charge_id as "chargeId",
  coalesce(r.payment_id, f.payment_id) as "paymentId", t.settlement_id as "settlementId",
  w.withdrawal_id as "withdrawalId",
  t.occurred_at as "occurredAt", p.booked_at as "bookedAt"`;

const joins = `
  join ledger_transactions t using (transaction_id)
  join accounts a using (account_id)
  left join coin_receipts r using (transaction_id)
  left join coin_refunds f using (transaction_id)
  left join withdrawal_transactions w using (transaction_id)`;

// Bounds that are always there, instead of "is null or", so that the index is entered at the right place.
const conditions = `
  p.user_id = $1
  and p.booked_at >= coalesce($2::timestamptz, '-infinity') and p.booked_at < coalesce($3::timestamptz, 'infinity')
  and (p.booked_at, p.entry_id) < (coalesce($4::timestamptz, 'infinity'), coalesce($5::bigint, 9223372036854775807))`;

const order = 'order by p.booked_at desc, p.entry_id desc limit $6';

const entriesOfUser = `select ${columns} from postings p ${joins} where ${conditions} ${order}`;

const entriesOfCharge = `select ${columns} from postings p ${joins} where ${conditions} and t.charge_id = $7 ${order}`;
