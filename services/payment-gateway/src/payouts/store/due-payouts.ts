import { type Tx } from '@repasse/chassis/postgres/database';
import { createDueRows, type DueRows } from '@repasse/chassis/waiting/due-rows';

export interface DuePayout {
  readonly withdrawalId: string;
}

/** All steps of a payout take less, each 8 s at most; after this, a payout whose worker died is taken up again. */
const leaseMs = 40_000;

/** Payouts to go on with. Whatever is recorded of one sets its next time, and ends a claim by that. */
export const createDuePayouts = (db: Tx): DueRows<DuePayout> =>
  createDueRows<DuePayout>(db, {
    table: 'payouts',
    key: 'withdrawal_id',
    tries: 'asked_count',
    columns: 'r.withdrawal_id as "withdrawalId"',
    leaseMs,
  });
