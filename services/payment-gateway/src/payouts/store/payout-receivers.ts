import { type Tx } from '@repasse/chassis/postgres/database';
import { type Receiver } from '../domain/receiver';

export type PayoutReceivers = ReturnType<typeof createPayoutReceivers>;

/** Receivers as they were when their payout was first sent; personal data, in no event. */
export const createPayoutReceivers = (db: Tx) => ({
  /** Keeps it, and returns the one that was kept first: a repeat sends exactly the same. */
  freeze: async (o: {
    readonly withdrawalId: string;
    readonly destinationId: string;
    readonly receiver: Receiver;
    readonly now: string;
  }): Promise<Receiver> => {
    const given = [o.withdrawalId, o.destinationId, JSON.stringify(o.receiver), o.now];
    const [row] = await db.query<{ receiver: Receiver }>(freezeSql, given);
    return row?.receiver ?? o.receiver;
  },
  /** Undefined before it was frozen, and some time after the payout has ended. */
  find: async (withdrawalId: string): Promise<Receiver | undefined> => {
    const [row] = await db.query<{ receiver: Receiver }>(findSql, [withdrawalId]);
    return row?.receiver;
  },
});

// An update of nothing returns the row that was there, also one that another process has just written.
const freezeSql = `
  insert into payout_receivers (withdrawal_id, destination_id, receiver, frozen_at) values ($1, $2, $3, $4)
  on conflict (withdrawal_id) do update set frozen_at = payout_receivers.frozen_at
  returning receiver`;
const findSql = 'select receiver from payout_receivers where withdrawal_id = $1';
