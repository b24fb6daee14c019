import { type Tx } from '@repasse/chassis/postgres/database';
import { createDueRows, type DueRows } from '@repasse/chassis/waiting/due-rows';

/** A payment or a payout whose provider is to be asked. */
export interface DueStream {
  readonly id: string;
}

/** Any record of a stream sets its next time, and thereby ends a claim. */
const createDueStreams = (db: Tx, table: string, key: string, leaseMs: number): DueRows<DueStream> =>
  createDueRows<DueStream>(db, { table, key, tries: 'asked_count', columns: `r.${key} as id`, leaseMs });

/** One request takes 8 s at most; after this, a payment whose worker died is taken up again. */
const paymentLeaseMs = 30_000;
/** All steps of a payout take less, each 8 s at most. */
const payoutLeaseMs = 40_000;

export const createDuePayments = (db: Tx) => createDueStreams(db, 'payments', 'payment_id', paymentLeaseMs);
export const createDuePayouts = (db: Tx) => createDueStreams(db, 'payouts', 'withdrawal_id', payoutLeaseMs);
