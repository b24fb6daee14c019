import { type Ids } from '@repasse/chassis/ids';
import { type Tx } from '@repasse/chassis/postgres/database';
import { type Reversal } from '../domain/reversal';
import { type TakenRelease, type Taking } from '../domain/take-back';
import { writeTransactions } from './write-transactions';

/** Whether this refund or dispute is in the books already. Call it under the ledger's lock. */
export const isReversed = async (tx: Tx, reversalId: string): Promise<boolean> =>
  (await tx.query('select from reversals where reversal_id = $1', [reversalId])).length > 0;

/** Writes a reversal: the transaction, the releases that shrink, and who gave what. */
export const writeReversal = async (tx: Tx, reversal: Reversal, bookedAt: string, ids: Ids): Promise<void> => {
  await writeTransactions(tx, [{ transaction: reversal.transaction, bookedAt }], ids);
  await shrinkReleases(tx, reversal.takings);
  await tx.query(insertReversal, [JSON.stringify(reversalRow(reversal, bookedAt))]);
  await tx.query(insertShares, [reversal.reversalId, JSON.stringify(reversal.takings)]);
};

/** What was taken of a planned release does not come any more. */
export const shrinkReleases = async (tx: Tx, takings: readonly Taking[]): Promise<void> => {
  const rows = takings.flatMap(({ takenReleases }) => takenReleases.map(takenRow));
  if (rows.length > 0) await tx.query(updateReleases, [JSON.stringify(rows)]);
};

const takenRow = ({ release, takenMinor }: TakenRelease): object => ({
  settlementId: release.settlementId,
  userId: release.userId,
  source: release.source,
  installment: release.installment,
  takenMinor,
});

const reversalRow = (reversal: Reversal, bookedAt: string): object => ({
  reversal_id: reversal.reversalId,
  kind: reversal.kind,
  charge_id: reversal.chargeId,
  settlement_id: reversal.settlementId,
  payment_id: reversal.paymentId,
  payment_method: reversal.paymentMethod,
  amount_minor: reversal.amountMinor,
  currency: reversal.currency,
  is_listed: reversal.isListed,
  transaction_id: reversal.transactionId,
  occurred_at: reversal.occurredAt,
  booked_at: bookedAt,
});

const insertReversal = 'insert into reversals select * from jsonb_populate_record(null::reversals, $1::jsonb)';

const insertShares = `
  insert into reversal_shares (reversal_id, user_id, is_owner, amount_minor, from_available_minor, from_pending_minor,
                               from_reserve_minor, from_debt_minor)
  select $1, t."userId", t."isOwner", t."amountMinor", t."fromAvailableMinor", t."fromPendingMinor",
         t."fromReserveMinor", t."fromDebtMinor"
  from jsonb_to_recordset($2::jsonb) as t(
    "userId" bigint, "isOwner" boolean, "amountMinor" bigint, "fromAvailableMinor" bigint, "fromPendingMinor" bigint,
    "fromReserveMinor" bigint, "fromDebtMinor" bigint)`;

const updateReleases = `
  update releases r set taken_minor = r.taken_minor + t."takenMinor"
  from jsonb_to_recordset($1::jsonb) as t(
    "settlementId" text, "userId" bigint, source text, installment smallint, "takenMinor" bigint)
  where r.settlement_id = t."settlementId" and r.user_id = t."userId" and r.source = t.source
    and r.installment = t.installment and r.transaction_id is null`;
