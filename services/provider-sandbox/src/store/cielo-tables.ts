import { type Database } from '@repasse/chassis/postgres/database';
import { type Sale } from '../providers/cielo/sale';
import { type SavedCard } from '../providers/cielo/test-cards';
import { type Documents, documents } from './documents';
import { type DueList, listDue } from './list-due';

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

export interface CieloCardTable {
  insert(cardToken: string, card: SavedCard, savedAt: string): Promise<void>;
  find(cardToken: string): Promise<SavedCard | undefined>;
}

export const createCieloCardTable = (db: Database): CieloCardTable => ({
  insert: async (cardToken, card, savedAt) => {
    const sql = 'insert into cielo_cards (card_token, document, saved_at) values ($1, $2::jsonb, $3)';
    await db.query(sql, [cardToken, JSON.stringify(card), savedAt]);
  },
  find: async (cardToken) => {
    const sql = 'select document from cielo_cards where card_token = $1';
    const [row] = await db.query<{ document: SavedCard }>(sql, [cardToken]);
    return row?.document;
  },
});
