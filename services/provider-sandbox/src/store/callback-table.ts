import { type Database } from '@repasse/chassis/postgres/database';

/** One "you were paid" on its way to the merchant. */
export interface Callback {
  readonly id: number;
  readonly webhookUrl: string;
  readonly pix: object;
  readonly attempts: number;
}

export interface CallbackTable {
  /** Takes callbacks that are due; until `leaseUntil` nobody else gets them. */
  takeDue(now: string, leaseUntil: string, limit: number): Promise<Callback[]>;
  reschedule(id: number, attempts: number, dueAt: string): Promise<void>;
  delete(id: number): Promise<void>;
}

const takeDueSql = `
  update pix_callbacks set due_at = $2
  where id in (select id from pix_callbacks where due_at <= $1 order by due_at limit $3 for update skip locked)
  returning id, webhook_url as "webhookUrl", pix, attempts`;

export const createCallbackTable = (db: Database): CallbackTable => ({
  takeDue: (now, leaseUntil, limit) => db.query<Callback>(takeDueSql, [now, leaseUntil, limit]),
  reschedule: async (id, attempts, dueAt) => {
    await db.query('update pix_callbacks set attempts = $2, due_at = $3 where id = $1', [id, attempts, dueAt]);
  },
  delete: async (id) => {
    await db.query('delete from pix_callbacks where id = $1', [id]);
  },
});
