import { type Database } from '@repasse/chassis/postgres/database';
import { listPage, type Page } from './documents';

/** Where payments to one key are announced. One address per key. */
export interface PixWebhook {
  readonly chave: string;
  readonly webhookUrl: string;
  readonly criacao: string;
}

export interface WebhookTable {
  put(webhook: PixWebhook): Promise<void>;
  find(chave: string): Promise<PixWebhook | undefined>;
  /** False when there was none. */
  delete(chave: string): Promise<boolean>;
  list(from: string, to: string, page: { offset: number; limit: number }): Promise<Page<PixWebhook>>;
}

const columns = 'chave, webhook_url as "webhookUrl", criacao';

export const createWebhookTable = (db: Database): WebhookTable => ({
  put: async ({ chave, webhookUrl, criacao }) => {
    await db.query(
      `insert into pix_webhooks (chave, webhook_url, criacao) values ($1, $2, $3)
       on conflict (chave) do update set webhook_url = excluded.webhook_url, criacao = excluded.criacao`,
      [chave, webhookUrl, criacao],
    );
  },
  find: async (chave) =>
    (await db.query<PixWebhook>(`select ${columns} from pix_webhooks where chave = $1`, [chave]))[0],
  delete: async (chave) =>
    (await db.query('delete from pix_webhooks where chave = $1 returning chave', [chave])).length > 0,
  list: (from, to, page) =>
    listPage(
      db,
      { columns, from: 'pix_webhooks', where: 'criacao between $1 and $2', order: 'criacao, chave' },
      [from, to],
      page,
    ),
});
