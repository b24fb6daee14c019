import { type PaymentMethod } from '@repasse/contracts';
import { type Tx } from '@repasse/chassis/postgres/database';
import { type StatementEntry } from '../domain/statement';

/** The subject of an entry, in the words of the merchant and the banks. Null where it is unknown, or there is none. */
export interface EntryDetails {
  /** The merchant's own reference: the order. */
  readonly externalReference: string | null;
  /** The owner of the charge only. */
  readonly description: string | null;
  /** The PIX transfer that paid the charge; for its owner only. */
  readonly endToEndId: string | null;
  /** How the payer paid. */
  readonly paymentMethod: PaymentMethod | null;
  /** The owner of the charge. */
  readonly ownerId: number | null;
  /** The recipient of the share that the entry gives. */
  readonly recipientId: number | null;
  /** Where a withdrawal goes. */
  readonly payAddress: string | null;
}

/** By the number of the entry. */
export type EntryDetailsOf = (entries: readonly StatementEntry[]) => Promise<ReadonlyMap<number, EntryDetails>>;

/**
 * Beside the entries and not in them: kept reports of days are digested, and hold what is booked. One statement for a
 * batch. Payers are known to charge alone.
 */
export const createEntryDetails =
  (db: Tx, userId: number): EntryDetailsOf =>
  async (entries) => {
    if (entries.length === 0) return new Map();
    const rows = await db.query<EntryDetails & { readonly entryId: number }>(select, [
      entries.map(({ transactionId }) => transactionId),
      entries.map(({ entryId }) => entryId),
      userId,
    ]);
    return new Map(rows.map(({ entryId, ...details }) => [entryId, details]));
  };

// A share is given on one line and received on the next.
const select = `
  select e.entry_id as "entryId", coalesce(s.external_reference, w.external_reference) as "externalReference",
         case when s.user_id = $3 then s.description end as description,
         coalesce(case when s.user_id = $3 then s.end_to_end_id end, w.end_to_end_id) as "endToEndId",
         coalesce(s.payment_method, c.payment_method) as "paymentMethod", s.user_id as "ownerId",
         split_part(n.account_id, ':', 2)::bigint as "recipientId", w.pay_address as "payAddress"
  from unnest($1::text[], $2::bigint[]) as e (transaction_id, entry_id)
  join ledger_transactions t using (transaction_id)
  left join lateral (
    select * from settlements where charge_id = t.charge_id order by settled_at, settlement_id limit 1
  ) s on true
  left join lateral (
    select n.account_id from postings p join postings n on n.transaction_id = p.transaction_id and n.line = p.line + 1
    where p.transaction_id = e.transaction_id and p.entry_id = e.entry_id and p.kind = 'SHARE_GIVEN'
  ) n on true
  left join coin_receipts c using (transaction_id)
  left join withdrawal_transactions wt using (transaction_id)
  left join withdrawals w using (withdrawal_id)`;
