import { type Database, type Tx } from '@repasse/chassis/postgres/database';
import { type Order } from '../providers/revolut/order';
import { documents } from './documents';
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
  save(order: Order, tx?: Tx): Promise<void>;
  find(id: string, tx?: Tx): Promise<OrderWithRefunds | undefined>;
  lock(tx: Tx, id: string): Promise<OrderWithRefunds | undefined>;
  findByToken(token: string): Promise<OrderWithRefunds | undefined>;
  findByPayment(paymentId: string): Promise<Order | undefined>;
  /** Newest first. */
  list(filter: OrderFilter, limit: number): Promise<Order[]>;
  /** Pending orders and refunds of these types that are due by then, oldest first. */
  listDue(now: string, types: readonly Order['type'][], limit: number): Promise<DueList<{ readonly id: string }>>;
}

const dueOrders: DueQuery = {
  table: 'revolut_orders',
  columns: 'id',
  where: `type = any($3) and (type = 'refund' or state = 'pending')`,
};

const filterSql = `
  where ($1::timestamptz is null or created_at >= $1) and ($2::timestamptz is null or created_at <= $2)
    and ($3::text[] is null or state = any($3)) and ($4::text is null or reference = $4)
  order by created_at desc, id desc limit $5`;

export const createRevolutOrderTable = (db: Database): RevolutOrderTable => {
  const orders = documents<Order>(db, 'revolut_orders', ({ terms, ...order }) => ({
    id: order.id,
    token: order.token,
    type: order.type,
    state: order.state,
    reference: terms.merchant_order_data?.reference ?? null,
    related_order_id: order.relatedOrderId,
    idempotency_key: order.idempotencyKey,
    created_at: order.createdAt,
    due_at: order.dueAt,
  }));
  const withRefunds = async (order: Order | undefined, tx: Tx = db): Promise<OrderWithRefunds | undefined> =>
    order && {
      order,
      refunds: await orders.select('where related_order_id = $1 order by created_at, id', [order.id], tx),
    };
  return {
    save: orders.save,
    find: async (id, tx) => withRefunds((await orders.select('where id = $1', [id], tx))[0], tx),
    lock: async (tx, id) => withRefunds(await orders.lock(tx, 'id', id), tx),
    findByToken: async (token) => withRefunds(await orders.find('token', token)),
    findByPayment: async (paymentId) => {
      const contains = `where document->'payments' @> jsonb_build_array(jsonb_build_object('id', $1::text))`;
      return (await orders.select(contains, [paymentId]))[0];
    },
    list: ({ from, to, states, reference }, limit) => orders.select(filterSql, [from, to, states, reference, limit]),
    listDue: (now, types, limit) => listDue(db, dueOrders, { now, limit, more: [types] }),
  };
};
