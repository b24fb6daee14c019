import { type Database } from '@repasse/chassis/postgres/database';
import { type PayoutStatus } from '../domain/payout';

export interface DuePayout {
  readonly withdrawalId: string;
  readonly askedCount: number;
  readonly status: PayoutStatus;
}

export interface DuePayouts {
  /**
   * Takes payouts whose time has come, longest due first. Whoever takes one has it until `leaseMs` has passed: others
   * skip it meanwhile, and find it again when the taker died.
   */
  take(o: { now: string; leaseMs: number; limit: number }): Promise<readonly DuePayout[]>;
  /** Sets the next time, unless the payout has changed meanwhile: a change sets its own. */
  putBack(due: DuePayout, dueAt: string): Promise<void>;
  /** How long the payout waits of which nothing was heard for longest; 0 when none waits. */
  waitingSeconds(now: string): Promise<number>;
}

export const createDuePayouts = (db: Database): DuePayouts => ({
  take: ({ now, leaseMs, limit }) =>
    db.query<DuePayout>(
      `with due as (
         select withdrawal_id from payouts where due_at <= $1 order by due_at limit $3 for update skip locked
       )
       update payouts p
       set due_at = $1::timestamptz + make_interval(secs => $2::float8 / 1000), asked_count = p.asked_count + 1
       from due where p.withdrawal_id = due.withdrawal_id
       returning p.withdrawal_id as "withdrawalId", p.asked_count as "askedCount", p.status`,
      [now, leaseMs, limit],
    ),
  putBack: async ({ withdrawalId, status, askedCount }, dueAt) => {
    await db.query(
      `update payouts set due_at = $2
       where withdrawal_id = $1 and status = $3 and asked_count = $4 and due_at is not null`,
      [withdrawalId, dueAt, status, askedCount],
    );
  },
  waitingSeconds: async (now) => {
    const [row] = await db.query<{ seconds: number }>(
      `select greatest(coalesce(extract(epoch from $1::timestamptz - min(updated_at)), 0), 0)::float8 as seconds
       from payouts where due_at is not null`,
      [now],
    );
    return row?.seconds ?? 0;
  },
});
