import { type Ids } from '@repasse/chassis/ids';
import { type Database } from '@repasse/chassis/postgres/database';
import { type Taking } from '../domain/take-back';
import { peekBooks } from './books/books';
import { reverseCharge } from './books/reverse-charge';
import { type StoredSettlement } from './read-settlement';

/**
 * The amounts that a refund would take from each user at this moment. It reads what a refund reads, at one moment and
 * without the ledger's lock, in a transaction that cannot write.
 */
export const previewRefund = (
  db: Database,
  ids: Ids,
  settlement: StoredSettlement,
  amountMinor: number,
): Promise<readonly Taking[]> =>
  db.transaction(async (tx) => {
    const { chargeId, paymentId, paymentMethod, currency, paidAt } = settlement;
    const books = await peekBooks(tx, [{ reversed: [{ chargeId, amountMinor }] }], ids);
    const reversible = books.settlements.ofCharge(chargeId);
    if (reversible === undefined) throw new Error(`The settlement of charge ${chargeId} is gone.`);
    const facts = {
      ...{ reversalId: 'preview', transactionId: 'preview', kind: 'REFUND' as const },
      ...{ chargeId, paymentId, paymentMethod, amountMinor, currency, occurredAt: paidAt },
    };
    return reverseCharge(facts, reversible, null, books).takings;
  });
