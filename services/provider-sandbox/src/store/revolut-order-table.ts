import { type Database, type Tx } from '@repasse/chassis/postgres/database';
import { type Order, type OrderDecision } from '../providers/revolut/order';
import { insertCallbacks, type Callback, type CallbackMessage } from './callback-table';
import { listDue, type DueList, type DueQuery } from './list-due';

export interface OrderFilter {
  readonly from: string | null;
  readonly to: string | null;
  readonly states: readonly string[] | null;
  readonly reference: string | null;
}

/** An order and the refunds of it. */
export interface OrderWithRefunds {
  readonly order: Order;
  readonly refunds: readonly Order[];
}

export interface RevolutOrderTable {
  insert(order: Order): Promise<void>;
  find(id: string): Promise<OrderWithRefunds | undefined>;
  findByToken(token: string): Promise<OrderWithRefunds | undefined>;
  findByPayment(paymentId: string): Promise<Order | undefined>;
  /** Newest first. */
  list(filter: OrderFilter, limit: number): Promise<Order[]>;
  /** Pending orders and refunds of these types that are due by then, oldest first. */
  listDue(now: string, types: readonly Order['type'][], limit: number): Promise<DueList<{ readonly id: string }>>;
  /**
   * Runs `decide` on the locked order and stores what it answers, with the messages that tell of it, in one commit.
   * Undefined when there is no such order.
   */
  change<T>(
    id: string,
    decide: (found: OrderWithRefunds) => Change<T>,
    outbox: Outbox,
  ): Promise<Changed<T> | undefined>;
}

/** What is decided, if anything, and what the asker is told. */
export interface Change<T> {
  readonly decision: OrderDecision | undefined;
  readonly answer: T;
}

export interface Changed<T> extends OrderWithRefunds {
  readonly answer: T;
  readonly callbacks: readonly Callback[];
}

export interface Outbox {
  readonly messagesOf: (tx: Tx, events: OrderDecision['events']) => Promise<CallbackMessage[]>;
  readonly leaseUntil: string;
}

interface Row {
  readonly document: Order;
}

const saveSql = `
  insert into revolut_orders (id, token, type, state, reference, related_order_id, idempotency_key, document, created_at, due_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8::jsonb, $9, $10)
  on conflict (id) do update set state = $4, reference = $5, document = $8::jsonb, due_at = $10`;

const listSql = `
  select document from revolut_orders
  where ($1::timestamptz is null or created_at >= $1) and ($2::timestamptz is null or created_at <= $2)
    and ($3::text[] is null or state = any($3)) and ($4::text is null or reference = $4)
  order by created_at desc, id desc limit $5`;

export const createRevolutOrderTable = (db: Database): RevolutOrderTable => ({
  insert: (order) => save(db, order),
  find: (id) => findBy(db, 'id', id),
  findByToken: (token) => findBy(db, 'token', token),
  findByPayment: async (paymentId) => {
    const sql = `select document from revolut_orders where document->'payments' @> jsonb_build_array(jsonb_build_object('id', $1::text))`;
    return (await db.query<Row>(sql, [paymentId]))[0]?.document;
  },
  list: async ({ from, to, states, reference }, limit) =>
    (await db.query<Row>(listSql, [from, to, states, reference, limit])).map(({ document }) => document),
  listDue: (now, types, limit) => listDue(db, dueOrders, { now, limit, more: [types] }),
  change: (id, decide, outbox) => db.transaction((tx) => change(tx, id, decide, outbox)),
});

const dueOrders: DueQuery = {
  table: 'revolut_orders',
  columns: 'id',
  where: `type = any($3) and (type = 'refund' or state = 'pending')`,
};

const change = async <T>(
  tx: Tx,
  id: string,
  decide: (found: OrderWithRefunds) => Change<T>,
  outbox: Outbox,
): Promise<Changed<T> | undefined> => {
  const found = await findBy(tx, 'id', id, 'for update');
  if (found === undefined) return undefined;
  const { decision, answer } = decide(found);
  if (decision === undefined) return { ...found, answer, callbacks: [] };
  for (const order of decision.orders) await save(tx, order);
  const messages = await outbox.messagesOf(tx, decision.events);
  const callbacks = await insertCallbacks(tx, messages, outbox.leaseUntil);
  const now = (await findBy(tx, 'id', id)) ?? found;
  return { ...now, answer, callbacks };
};

const findBy = async (
  tx: Tx,
  column: 'id' | 'token',
  value: string,
  lock: '' | 'for update' = '',
): Promise<OrderWithRefunds | undefined> => {
  const [row] = await tx.query<Row>(`select document from revolut_orders where ${column} = $1 ${lock}`, [value]);
  if (row === undefined) return undefined;
  const refunds = 'select document from revolut_orders where related_order_id = $1 order by created_at, id';
  const rows = await tx.query<Row>(refunds, [row.document.id]);
  return { order: row.document, refunds: rows.map(({ document }) => document) };
};

const save = async (tx: Tx, order: Order): Promise<void> => {
  const { id, token, type, state, terms, relatedOrderId, idempotencyKey, createdAt, dueAt } = order;
  const reference = terms.merchant_order_data?.reference ?? null;
  const document = JSON.stringify(order);
  const values = [id, token, type, state, reference, relatedOrderId, idempotencyKey, document, createdAt, dueAt];
  await tx.query(saveSql, values);
};
