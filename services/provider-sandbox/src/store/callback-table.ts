import { type Database, type Tx } from '@repasse/chassis/postgres/database';
import { type Claimed } from '@repasse/chassis/waiting/due-rows';
import { type ChaosProvider } from './switches';

/** A provider's message to the merchant. */
export interface CallbackMessage {
  readonly provider: ChaosProvider;
  /** As the merchant registered it. */
  readonly address: string;
  /** Which registration it goes out for, where the provider signs with a secret of that registration. */
  readonly subscription?: string | null;
  readonly body: string;
}

/** One message on its way to the merchant. */
export interface Callback extends CallbackMessage {
  readonly id: number;
  readonly attempts: number;
}

export interface CallbackTable {
  /** Takes callbacks that are due; until `leaseUntil` no other worker gets them. */
  takeDue(now: string, leaseUntil: string, limit: number): Promise<Claimed<Callback>>;
  reschedule(id: number, attempts: number, dueAt: string): Promise<void>;
  delete(id: number): Promise<void>;
  /** Brings callbacks that wait for another try nearer, as the sandbox's clock goes ahead. */
  advance(ms: number): Promise<void>;
}

export const callbackColumns = 'id, provider, address, subscription, body, attempts';

const takeDueSql = `
  with taken as (
    update callbacks set leased_until = $2
    where id in (
      select id from callbacks where due_at <= $1 and leased_until <= $1 order by due_at limit $3 for update skip locked
    )
    returning ${callbackColumns}
  )
  select next.at as "nextDueAt", taken.*
  from (
    select min(greatest(due_at, leased_until)) as at from callbacks where due_at > $1 or leased_until > $1
  ) as next
  left join taken on true`;

export const createCallbackTable = (db: Database): CallbackTable => ({
  takeDue: async (now, leaseUntil, limit) => {
    type Row = { readonly nextDueAt: string | null } & (Callback | { readonly id: null });
    const found = await db.query<Row>(takeDueSql, [now, leaseUntil, limit]);
    return { rows: found.filter((row) => row.id !== null), nextDueAt: found[0]?.nextDueAt ?? null };
  },
  reschedule: async (id, attempts, dueAt) => {
    await db.query('update callbacks set attempts = $2, due_at = $3, leased_until = now() where id = $1', [
      id,
      attempts,
      dueAt,
    ]);
  },
  delete: async (id) => {
    await db.query('delete from callbacks where id = $1', [id]);
  },
  advance: async (ms) => {
    await db.query(`update callbacks set due_at = due_at - $1 * interval '1 millisecond'`, [ms]);
  },
});

/**
 * Queues messages in the transaction of their facts; until `leaseUntil` they are left to the process that made them.
 */
export const insertCallbacks = async (
  tx: Tx,
  messages: readonly CallbackMessage[],
  leaseUntil: (provider: ChaosProvider) => string,
): Promise<Callback[]> => {
  const inserted: Callback[] = [];
  for (const { provider, address, subscription = null, body } of messages) {
    const rows = await tx.query<Callback>(
      `insert into callbacks (provider, address, subscription, body, due_at, leased_until)
       values ($1, $2, $3, $4, $5, $5) returning ${callbackColumns}`,
      [provider, address, subscription, body, leaseUntil(provider)],
    );
    inserted.push(...rows);
  }
  return inserted;
};
