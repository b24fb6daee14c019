import { type Tx } from '@repasse/chassis/postgres/database';
import { createDueRows, type DueRows, type Lease } from '@repasse/chassis/waiting/due-rows';
import { type PaymentStatus } from '../domain/payment';

export interface DuePayment {
  readonly paymentId: string;
  readonly status: PaymentStatus;
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
    columns: 'r.payment_id as "paymentId", r.status',
    leaseMs,
  });

/** How long the refund with the oldest news waits; 0 when none waits. */
export const refundWaitingSeconds = async (db: Tx, now: string): Promise<number> => {
  // A paid payment has a due time only while a refund of it is under way.
  const [row] = await db.query<{ seconds: number }>(
    `select coalesce(extract(epoch from $1::timestamptz - min(updated_at)), 0)::float8 as seconds
     from payments where status = 'received' and due_at is not null`,
    [now],
  );
  return row?.seconds ?? 0;
};
