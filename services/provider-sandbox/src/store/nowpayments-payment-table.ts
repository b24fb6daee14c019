import { type Database, type Tx } from '@repasse/chassis/postgres/database';
import { type CryptoPayment, type PaymentDecision } from '../providers/nowpayments/payment';
import { insertCallbacks, type Callback, type CallbackMessage } from './callback-table';
import { listDue, type DueList } from './list-due';

export interface PaymentFilter {
  readonly from: string | null;
  readonly to: string | null;
  readonly isAscending: boolean;
  readonly offset: number;
  readonly limit: number;
}

export interface NowPaymentsTable {
  insert(payment: CryptoPayment): Promise<void>;
  find(paymentId: number): Promise<CryptoPayment | undefined>;
  /** The payments of an address, without what came to it again. More than one only where memos tell them apart. */
  findByAddress(payAddress: string): Promise<CryptoPayment[]>;
  list(filter: PaymentFilter): Promise<{ payments: CryptoPayment[]; total: number }>;
  listDue(now: string, limit: number): Promise<DueList<{ readonly paymentId: number }>>;
  /**
   * Runs `decide` on the locked payment and stores what it answers, with the messages that tell of it, in one commit.
   * Undefined when there is no such payment, or nothing was decided.
   */
  change(
    paymentId: number,
    decide: (payment: CryptoPayment) => PaymentDecision | undefined,
    outbox: PaymentOutbox,
  ): Promise<PaymentChanged | undefined>;
}

export interface PaymentChanged {
  readonly decision: PaymentDecision;
  readonly callbacks: readonly Callback[];
}

export interface PaymentOutbox {
  readonly messagesOf: (payment: CryptoPayment) => readonly CallbackMessage[];
  readonly leaseUntil: string;
}

interface Row {
  readonly document: CryptoPayment;
}

const findSql = 'select document from nowpayments_payments where payment_id = $1';
const within = '($1::timestamptz is null or created_at >= $1) and ($2::timestamptz is null or created_at <= $2)';

export const createNowPaymentsTable = (db: Database): NowPaymentsTable => ({
  insert: (payment) => save(db, payment),
  find: async (paymentId) => (await db.query<Row>(findSql, [paymentId]))[0]?.document,
  findByAddress: async (payAddress) => {
    const sql = 'select document from nowpayments_payments where pay_address = $1 and parent_payment_id is null';
    return (await db.query<Row>(sql, [payAddress])).map(({ document }) => document);
  },
  list: async ({ from, to, isAscending, offset, limit }) => {
    const order = isAscending ? 'created_at, payment_id' : 'created_at desc, payment_id desc';
    const rows = await db.query<Row>(
      `select document from nowpayments_payments where ${within} order by ${order} offset $3 limit $4`,
      [from, to, offset, limit],
    );
    const counting = `select count(*) as total from nowpayments_payments where ${within}`;
    const [counted] = await db.query<{ total: number }>(counting, [from, to]);
    return { payments: rows.map(({ document }) => document), total: counted?.total ?? 0 };
  },
  listDue: (now, limit) =>
    listDue(db, { table: 'nowpayments_payments', columns: 'payment_id as "paymentId"' }, { now, limit }),
  change: (paymentId, decide, outbox) =>
    db.transaction(async (tx) => {
      const [found] = await tx.query<Row>(`${findSql} for update`, [paymentId]);
      const decision = found && decide(found.document);
      if (decision === undefined) return undefined;
      for (const payment of decision.payments) await save(tx, payment);
      const messages = decision.told.flatMap(outbox.messagesOf);
      return { decision, callbacks: await insertCallbacks(tx, messages, outbox.leaseUntil) };
    }),
});

const save = async (tx: Tx, payment: CryptoPayment): Promise<void> => {
  const { paymentId, parentPaymentId, payAddress, memo, createdAt, dueAt } = payment;
  await tx.query(
    `insert into nowpayments_payments (payment_id, parent_payment_id, pay_address, memo, document, created_at, due_at)
     values ($1, $2, $3, $4, $5::jsonb, $6, $7)
     on conflict (payment_id) do update set document = $5::jsonb, due_at = $7`,
    [paymentId, parentPaymentId, payAddress, memo, JSON.stringify(payment), createdAt, dueAt],
  );
};
