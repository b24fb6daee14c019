import { join } from 'node:path';
import { type Database, type Tx } from '@repasse/chassis/postgres/database';
import { chassisMigrations } from '@repasse/chassis/postgres/migrate';
import { openTestDatabase } from '@repasse/chassis/testing/postgres';

/** The service's tables without the service. `close` drops them. */
export const openWebhookDatabase = (): Promise<Database> =>
  openTestDatabase('webhook tables', [
    chassisMigrations.retention,
    chassisMigrations.outbox,
    join(__dirname, '../migrations'),
  ]);

/** An endpoint as if its owner had made it. */
export const insertEndpoint = async (
  db: Tx,
  o: { endpointId: string; userId: number; eventTypes: readonly string[]; isOrdered: boolean },
): Promise<void> => {
  await db.query(
    `insert into webhook_endpoints
       (endpoint_id, user_id, url, description, event_types, is_ordered, created_at, updated_at)
     values ($1, $2, 'https://a.example/hook', '', $3, $4, now(), now())`,
    [o.endpointId, o.userId, o.eventTypes, o.isOrdered],
  );
};
