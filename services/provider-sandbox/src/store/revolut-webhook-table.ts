import { type Database, type Tx } from '@repasse/chassis/postgres/database';

export interface RevolutWebhook {
  readonly id: string;
  readonly url: string;
  readonly events: readonly string[];
  readonly signingSecret: string;
  readonly oldSecret: string | null;
  readonly oldUntil: string | null;
}

export interface RevolutWebhookTable {
  /** False when there are `webhooksMax` already. */
  insert(webhook: RevolutWebhook, createdAt: string, webhooksMax: number): Promise<boolean>;
  find(id: string): Promise<RevolutWebhook | undefined>;
  list(tx?: Tx): Promise<RevolutWebhook[]>;
  update(webhook: RevolutWebhook): Promise<void>;
  /** False when there was none. */
  delete(id: string): Promise<boolean>;
}

const columns = `id, url, events, signing_secret as "signingSecret", old_secret as "oldSecret", old_until as "oldUntil"`;

export const createRevolutWebhookTable = (db: Database): RevolutWebhookTable => ({
  insert: async ({ id, url, events, signingSecret }, createdAt, webhooksMax) => {
    const sql = `
      insert into revolut_webhooks (id, url, events, signing_secret, created_at)
      select $1, $2, $3::jsonb, $4, $5 where (select count(*) from revolut_webhooks) < $6 returning id`;
    const values = [id, url, JSON.stringify(events), signingSecret, createdAt, webhooksMax];
    return (await db.query(sql, values)).length > 0;
  },
  find: async (id) =>
    (await db.query<RevolutWebhook>(`select ${columns} from revolut_webhooks where id = $1`, [id]))[0],
  list: (tx = db) => tx.query<RevolutWebhook>(`select ${columns} from revolut_webhooks order by created_at, id`),
  update: async ({ id, url, events, signingSecret, oldSecret, oldUntil }) => {
    const sql = `
      update revolut_webhooks
      set url = $2, events = $3::jsonb, signing_secret = $4, old_secret = $5, old_until = $6 where id = $1`;
    await db.query(sql, [id, url, JSON.stringify(events), signingSecret, oldSecret, oldUntil]);
  },
  delete: async (id) => (await db.query('delete from revolut_webhooks where id = $1 returning id', [id])).length > 0,
});
