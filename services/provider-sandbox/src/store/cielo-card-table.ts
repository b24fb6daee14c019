import { type Database } from '@repasse/chassis/postgres/database';
import { type SavedCard } from '../providers/cielo/test-cards';

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
