import { type Database, type Tx } from '@repasse/chassis/postgres/database';
import { type BatchDecision, type Payout, type PayoutBatch } from '../providers/nowpayments/payouts/payout';
import { insertCallbacks, type Callback, type CallbackMessage } from './callback-table';
import { listDue, type DueList } from './list-due';

export interface PayoutFilter {
  readonly batchId: number | null;
  readonly address: string | null;
  readonly offset: number;
  readonly limit: number;
}

export interface PayoutTable {
  insert(batch: PayoutBatch): Promise<void>;
  find(payoutId: number): Promise<Payout | undefined>;
  /** Newest first. */
  list(filter: PayoutFilter): Promise<Payout[]>;
  /** The batches of payouts whose time has come; one that has several stands there as often. */
  listDue(now: string, limit: number): Promise<DueList<{ readonly batchId: number }>>;
  /**
   * Runs `decide` on the locked batch and stores what it answers, with the messages that tell of it, in one commit.
   * Undefined when there is no such batch, or nothing was decided.
   */
  change<D extends BatchDecision>(
    batchId: number,
    decide: (batch: PayoutBatch) => D | undefined,
    outbox: PayoutOutbox,
  ): Promise<{ readonly decision: D; readonly callbacks: readonly Callback[] } | undefined>;
}

export interface PayoutOutbox {
  readonly messagesOf: (payout: Payout) => readonly CallbackMessage[];
  readonly leaseUntil: string;
}

interface Row {
  readonly document: Payout;
}

export const createPayoutTable = (db: Database): PayoutTable => ({
  insert: (batch) => db.transaction((tx) => save(tx, batch)),
  find: async (payoutId) => {
    const sql = 'select document from nowpayments_payouts where payout_id = $1';
    return (await db.query<Row>(sql, [payoutId]))[0]?.document;
  },
  list: async ({ batchId, address, offset, limit }) => {
    const rows = await db.query<Row>(
      `select document from nowpayments_payouts
       where ($1::bigint is null or batch_id = $1) and ($2::text is null or address = $2)
       order by created_at desc, payout_id desc offset $3 limit $4`,
      [batchId, address, offset, limit],
    );
    return rows.map(({ document }) => document);
  },
  listDue: (now, limit) =>
    listDue(db, { table: 'nowpayments_payouts', columns: 'batch_id as "batchId"' }, { now, limit }),
  change: (batchId, decide, outbox) =>
    db.transaction(async (tx) => {
      const batch = await lockBatch(tx, batchId);
      const decision = batch && decide(batch);
      if (decision === undefined) return undefined;
      await save(tx, decision.batch);
      const messages = decision.told.flatMap(outbox.messagesOf);
      return { decision, callbacks: await insertCallbacks(tx, messages, outbox.leaseUntil) };
    }),
});

/** The batch's own row is the lock for all of its payouts. */
const lockBatch = async (tx: Tx, batchId: number): Promise<PayoutBatch | undefined> => {
  const sql = 'select codes_refused as "codesRefused" from nowpayments_payout_batches where batch_id = $1 for update';
  const [found] = await tx.query<{ codesRefused: number }>(sql, [batchId]);
  if (found === undefined) return undefined;
  const ofBatch = 'select document from nowpayments_payouts where batch_id = $1 order by payout_id';
  const rows = await tx.query<Row>(ofBatch, [batchId]);
  return { batchId, codesRefused: found.codesRefused, payouts: rows.map(({ document }) => document) };
};

const save = async (tx: Tx, { batchId, codesRefused, payouts }: PayoutBatch): Promise<void> => {
  await tx.query(
    `insert into nowpayments_payout_batches (batch_id, codes_refused) values ($1, $2)
     on conflict (batch_id) do update set codes_refused = $2`,
    [batchId, codesRefused],
  );
  for (const payout of payouts) {
    await tx.query(
      `insert into nowpayments_payouts (payout_id, batch_id, address, document, created_at, due_at)
       values ($1, $2, $3, $4::jsonb, $5, $6)
       on conflict (payout_id) do update set document = $4::jsonb, due_at = $6`,
      [payout.payoutId, batchId, payout.terms.address, JSON.stringify(payout), payout.createdAt, payout.dueAt],
    );
  }
};
