import { type Tx } from '@repasse/chassis/postgres/database';
import { createDueRows, type DueRows, type Lease } from '@repasse/chassis/waiting/due-rows';

export interface DuePayment {
  readonly paymentId: string;
}

export type TakenPayment = DuePayment & Lease;

/** One request takes 8 s at most; after this, a payment whose worker died is taken up again. */
const leaseMs = 30_000;

/** Payments whose provider is to be asked. Any record of one sets its next time, and thereby ends a claim. */
export const createDuePayments = (db: Tx): DueRows<DuePayment> =>
  createDueRows<DuePayment>(db, {
    table: 'payments',
    key: 'payment_id',
    tries: 'asked_count',
    columns: 'r.payment_id as "paymentId"',
    leaseMs,
  });
