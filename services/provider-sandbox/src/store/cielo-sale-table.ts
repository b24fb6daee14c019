import { type Database } from '@repasse/chassis/postgres/database';
import { type Sale } from '../providers/cielo/sale';
import { type Documents, documents } from './documents';
import { listDue, type DueList } from './list-due';

export interface CieloSaleTable extends Documents<Sale> {
  /** Newest first. */
  listOfOrder(merchantOrderId: string): Promise<Sale[]>;
  readonly listDue: (now: string, limit: number) => Promise<DueList<{ readonly paymentId: string }>>;
}

export const createCieloSaleTable = (db: Database): CieloSaleTable => {
  const sales = documents<Sale>(db, 'cielo_sales', ({ paymentId, merchantOrderId, receivedAt, finish }) => ({
    payment_id: paymentId,
    merchant_order_id: merchantOrderId,
    received_at: receivedAt,
    due_at: finish?.dueAt ?? null,
  }));
  return {
    ...sales,
    listOfOrder: (orderId) => sales.select('where merchant_order_id = $1 order by received_at desc', [orderId]),
    listDue: (now, limit) =>
      listDue(db, { table: 'cielo_sales', columns: 'payment_id as "paymentId"' }, { now, limit }),
  };
};
