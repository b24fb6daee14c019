import { type Tx } from '@repasse/chassis/postgres/database';
import { type Party } from '../../domain/divide-reversal';
import { type HeldDispute, type DisputeOutcome } from '../../domain/dispute';
import { type Release } from '../../domain/release';
import { type StoredWithdrawal } from '../withdrawals';
import { type AllNeeds } from './needs';
import { type StoredSurplus } from './surpluses';

/** A settlement as a reversal sees it: who got what, and what was taken back of it already. */
export interface ReversibleSettlement {
  readonly settlementId: string;
  readonly chargeId: string;
  readonly paymentId: string;
  readonly parties: readonly Party[];
}

export interface StoredDispute extends HeldDispute {
  readonly disputeId: string;
  readonly paymentId: string;
  readonly outcome: DisputeOutcome | null;
}

export interface StoredReceipt {
  readonly paymentId: string;
  readonly providerReference: string;
  readonly transactionId: string;
}

export interface StoredBalance {
  readonly userId: number;
  readonly kind: 'user_available' | 'user_debt';
  readonly currency: string;
  readonly balanceMinor: number;
}

/** The parts of the books that were asked for. */
export interface BooksRead {
  /** When the last entry was booked, or a day closed after it ended; null before the first. */
  readonly bookedUntil: string | null;
  /** Those of the payments asked for that are in the books. */
  readonly settledPayments: readonly string[];
  /** The first of each charge. */
  readonly settlements: readonly ReversibleSettlement[];
  /** The releases that wait for their day, with the amounts left of them: as many as could be taken. */
  readonly releases: readonly Release[];
  readonly balances: readonly StoredBalance[];
  readonly reversals: readonly string[];
  readonly disputes: readonly StoredDispute[];
  readonly surpluses: readonly StoredSurplus[];
  /** Oldest first. */
  readonly receipts: readonly StoredReceipt[];
  readonly coinRefunds: readonly string[];
  readonly withdrawals: readonly StoredWithdrawal[];
}

/** Whether the ledger's lock is taken first and held to the commit, so that what was read stays so until then. */
export type Lock = 'locked' | 'unlocked';

/** Reads all of it in one call. */
export const readBooks = async (tx: Tx, lock: Lock, needs: AllNeeds): Promise<BooksRead> => {
  const [row] = await tx.query<Row>(select, [
    lock === 'locked',
    needs.users,
    rows(needs.paid.map(({ chargeId, paymentId }) => ({ chargeId, paymentId }))),
    rows(needs.reversed),
    rows(needs.takings),
    list(needs.reversalIds),
    list(needs.surplusCharges),
    list(needs.surplusPayments),
    list(needs.receiptPayments),
    list(needs.coinRefundIds),
    list(needs.withdrawalIds),
  ]);
  if (row === undefined) throw new Error('The books gave no answer.');
  return {
    bookedUntil: row.booked_until,
    settledPayments: row.settled_payments ?? [],
    settlements: row.settlements ?? [],
    releases: (row.releases ?? []).map((release) => ({ ...release, dueAt: isoOf(release.dueAt) })),
    balances: row.balances ?? [],
    reversals: row.reversals ?? [],
    disputes: row.disputes ?? [],
    surpluses: row.surpluses ?? [],
    receipts: row.receipts ?? [],
    coinRefunds: row.coin_refunds ?? [],
    withdrawals: (row.withdrawals ?? []).map((withdrawal) => ({
      ...withdrawal,
      createdAt: isoOf(withdrawal.createdAt),
      updatedAt: isoOf(withdrawal.updatedAt),
      releaseUntil: withdrawal.releaseUntil === null ? null : isoOf(withdrawal.releaseUntil),
    })),
  };
};

interface Row {
  readonly booked_until: string | null;
  readonly settled_payments: BooksRead['settledPayments'] | null;
  readonly settlements: BooksRead['settlements'] | null;
  readonly releases: BooksRead['releases'] | null;
  readonly balances: BooksRead['balances'] | null;
  readonly reversals: BooksRead['reversals'] | null;
  readonly disputes: BooksRead['disputes'] | null;
  readonly surpluses: BooksRead['surpluses'] | null;
  readonly receipts: BooksRead['receipts'] | null;
  readonly coin_refunds: BooksRead['coinRefunds'] | null;
  readonly withdrawals: BooksRead['withdrawals'] | null;
}

const select = 'select * from read_books($1, $2, $3::json, $4::json, $5::json, $6, $7, $8, $9, $10, $11)';

/** An empty list becomes null, so that nothing is looked for. */
const rows = (all: readonly object[]): string | null => (all.length === 0 ? null : JSON.stringify(all));
const list = (all: readonly string[]): readonly string[] | null => (all.length === 0 ? null : all);

/** PostgreSQL writes a moment into JSON in a form of its own. */
const isoOf = (moment: string): string => new Date(moment).toISOString();
