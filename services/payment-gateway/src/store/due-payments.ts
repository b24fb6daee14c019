import { type Database } from '@repasse/chassis/postgres/database';
import { type PaymentStatus } from '../domain/payment';

export interface DuePayment {
  readonly paymentId: string;
  readonly expiresAt: string;
  readonly askedCount: number;
  readonly status: PaymentStatus;
}

export interface DuePayments {
  /**
   * Takes payments whose time has come, longest due first. Whoever takes one has it until `leaseMs` has passed:
   * others skip it meanwhile, and find it again when the taker died.
   */
  take(o: { now: string; leaseMs: number; limit: number }): Promise<readonly DuePayment[]>;
  /** Sets the next time, unless the payment has changed meanwhile: a change sets its own. */
  putBack(due: DuePayment, dueAt: string): Promise<void>;
  /** How long the longest waiting one is overdue; 0 when none is. */
  overdueSeconds(now: string): Promise<number>;
  /** How long the refund waits of which nothing was heard for longest; 0 when none waits. */
  refundWaitingSeconds(now: string): Promise<number>;
}

export const createDuePayments = (db: Database): DuePayments => ({
  take: ({ now, leaseMs, limit }) =>
    db.query<DuePayment>(
      `with due as (
         select payment_id from payments where due_at <= $1 order by due_at limit $3 for update skip locked
       )
       update payments p
       set due_at = $1::timestamptz + make_interval(secs => $2::float8 / 1000), asked_count = p.asked_count + 1
       from due where p.payment_id = due.payment_id
       returning p.payment_id as "paymentId", p.expires_at as "expiresAt", p.asked_count as "askedCount", p.status`,
      [now, leaseMs, limit],
    ),
  putBack: async ({ paymentId, status, askedCount }, dueAt) => {
    await db.query(
      'update payments set due_at = $2 where payment_id = $1 and status = $3 and asked_count = $4 and due_at is not null',
      [paymentId, dueAt, status, askedCount],
    );
  },
  overdueSeconds: async (now) => {
    const [row] = await db.query<{ seconds: number }>(
      `select coalesce(extract(epoch from $1::timestamptz - min(due_at)), 0)::float8 as seconds
       from payments where due_at <= $1`,
      [now],
    );
    return row?.seconds ?? 0;
  },
  refundWaitingSeconds: async (now) => {
    // What is paid has a time to be looked at only while a refund of it is on its way.
    const [row] = await db.query<{ seconds: number }>(
      `select coalesce(extract(epoch from $1::timestamptz - min(updated_at)), 0)::float8 as seconds
       from payments where status = 'received' and due_at is not null`,
      [now],
    );
    return row?.seconds ?? 0;
  },
});
