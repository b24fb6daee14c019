import { type Database, type Tx } from '@repasse/chassis/postgres/database';
import { type Sale } from '../providers/cielo/sale';
import { insertCallbacks, type Callback, type CallbackMessage } from './callback-table';
import { listDue, type DueList } from './list-due';

export interface CieloSaleTable {
  insert(sale: Sale, outbox: SaleOutbox): Promise<readonly Callback[]>;
  find(paymentId: string): Promise<Sale | undefined>;
  /** Newest first. */
  listOfOrder(merchantOrderId: string): Promise<Sale[]>;
  listDue(now: string, limit: number): Promise<DueList<{ readonly paymentId: string }>>;
  /**
   * Runs `decide` on the locked sale and stores what it answers, with what tells of it, in one commit. Undefined when
   * there is no such sale.
   */
  change<T>(
    paymentId: string,
    decide: (sale: Sale) => SaleChange<T>,
    outbox: SaleOutbox,
  ): Promise<SaleChanged<T> | undefined>;
}

/** What becomes of a sale, if anything, which change is told of, and what the asker is answered. */
export interface SaleChange<T> {
  readonly sale: Sale | undefined;
  readonly changeType: number | undefined;
  readonly answer: T;
}

export interface SaleChanged<T> {
  readonly sale: Sale;
  readonly answer: T;
  readonly callbacks: readonly Callback[];
}

export interface SaleOutbox {
  /** What tells of a change of that type; none when nobody is to be told. */
  readonly messagesOf: (sale: Sale, changeType: number) => readonly CallbackMessage[];
  readonly leaseUntil: string;
}

/** A sale that is new, and authorised, denied or in doubt, is a change of its status. */
const statusChanged = 1;

interface Row {
  readonly document: Sale;
}

export const createCieloSaleTable = (db: Database): CieloSaleTable => ({
  insert: (sale, outbox) =>
    db.transaction(async (tx) => {
      await save(tx, sale);
      return insertCallbacks(tx, outbox.messagesOf(sale, statusChanged), outbox.leaseUntil);
    }),
  find: async (paymentId) => documentOf(await db.query<Row>(findSql, [paymentId])),
  listOfOrder: async (merchantOrderId) => {
    const sql = 'select document from cielo_sales where merchant_order_id = $1 order by received_at desc';
    return (await db.query<Row>(sql, [merchantOrderId])).map(({ document }) => document);
  },
  listDue: (now, limit) => listDue(db, { table: 'cielo_sales', columns: 'payment_id as "paymentId"' }, { now, limit }),
  change: (paymentId, decide, outbox) => db.transaction((tx) => change(tx, paymentId, decide, outbox)),
});

const findSql = 'select document from cielo_sales where payment_id = $1';

const documentOf = ([row]: readonly Row[]): Sale | undefined => row?.document;

const change = async <T>(
  tx: Tx,
  paymentId: string,
  decide: (sale: Sale) => SaleChange<T>,
  outbox: SaleOutbox,
): Promise<SaleChanged<T> | undefined> => {
  const found = documentOf(await tx.query<Row>(`${findSql} for update`, [paymentId]));
  if (found === undefined) return undefined;
  const { sale = found, changeType, answer } = decide(found);
  if (sale !== found) await save(tx, sale);
  const messages = changeType === undefined ? [] : outbox.messagesOf(sale, changeType);
  return { sale, answer, callbacks: await insertCallbacks(tx, messages, outbox.leaseUntil) };
};

const save = async (tx: Tx, sale: Sale): Promise<void> => {
  await tx.query(
    `insert into cielo_sales (payment_id, merchant_order_id, document, received_at, due_at)
     values ($1, $2, $3::jsonb, $4, $5)
     on conflict (payment_id) do update set document = $3::jsonb, due_at = $5`,
    [sale.paymentId, sale.merchantOrderId, JSON.stringify(sale), sale.receivedAt, sale.finish?.dueAt ?? null],
  );
};
