import { type Database, type Tx } from '@repasse/chassis/postgres/database';
import { type Payout, type PayoutBatch } from '../providers/nowpayments/payouts/payout';
import { documents } from './documents';
import { listDue, type DueList } from './list-due';

export interface PayoutFilter {
  readonly batchId: number | null;
  readonly address: string | null;
  readonly offset: number;
  readonly limit: number;
}

export interface PayoutTable {
  save(tx: Tx, batch: PayoutBatch): Promise<void>;
  /** The batch's own row is the lock for all of its payouts. */
  lock(tx: Tx, batchId: number): Promise<PayoutBatch | undefined>;
  find(payoutId: number): Promise<Payout | undefined>;
  /** Newest first. */
  list(filter: PayoutFilter): Promise<Payout[]>;
  /** The batches of payouts whose time has come; one that has several stands there as often. */
  readonly listDue: (now: string, limit: number) => Promise<DueList<{ readonly batchId: number }>>;
}

const table = 'nowpayments_payouts';

export const createPayoutTable = (db: Database): PayoutTable => {
  const payouts = documents<Payout>(db, table, (payout) => ({
    payout_id: payout.payoutId,
    batch_id: payout.batchId,
    address: payout.terms.address,
    created_at: payout.createdAt,
    due_at: payout.dueAt,
  }));
  return {
    save: async (tx, { batchId, codesRefused, payouts: all }) => {
      await tx.query(
        `insert into nowpayments_payout_batches (batch_id, codes_refused) values ($1, $2)
         on conflict (batch_id) do update set codes_refused = $2`,
        [batchId, codesRefused],
      );
      for (const payout of all) await payouts.save(payout, tx);
    },
    lock: async (tx, batchId) => {
      const sql =
        'select codes_refused as "codesRefused" from nowpayments_payout_batches where batch_id = $1 for update';
      const [found] = await tx.query<{ codesRefused: number }>(sql, [batchId]);
      if (found === undefined) return undefined;
      return {
        batchId,
        ...found,
        payouts: await payouts.select('where batch_id = $1 order by payout_id', [batchId], tx),
      };
    },
    find: (payoutId) => payouts.find('payout_id', payoutId),
    list: ({ batchId, address, offset, limit }) =>
      payouts.select(
        `where ($1::bigint is null or batch_id = $1) and ($2::text is null or address = $2)
         order by created_at desc, payout_id desc offset $3 limit $4`,
        [batchId, address, offset, limit],
      ),
    listDue: (now, limit) => listDue(db, { table, columns: 'batch_id as "batchId"' }, { now, limit }),
  };
};
