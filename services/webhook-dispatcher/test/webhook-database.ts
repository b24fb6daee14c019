import { join } from 'node:path';
import { type Database } from '@repasse/chassis/postgres/database';
import { chassisMigrations } from '@repasse/chassis/postgres/migrate';
import { openTestDatabase } from '@repasse/chassis/testing/postgres';

/** The service's tables without the service. `close` drops them. */
export const openWebhookDatabase = (): Promise<Database> =>
  openTestDatabase('webhook tables', [chassisMigrations.outbox, join(__dirname, '../migrations')]);
