import { join } from 'node:path';
import { createLogger } from '@repasse/chassis/log/logger';
import { openDatabase, type Database } from '@repasse/chassis/postgres/database';
import { chassisMigrations, migrate } from '@repasse/chassis/postgres/migrate';
import { createTestDatabase } from '@repasse/chassis/testing/postgres';

const log = createLogger({ service: 'test', level: 'silent' });

/** The service's tables without the service. */
export const openWebhookDatabase = async (): Promise<{ db: Database; drop: () => Promise<void> }> => {
  const database = await createTestDatabase('webhook tables');
  const db = openDatabase({ url: database.url, name: 'test', log });
  await migrate(db, [chassisMigrations.outbox, join(__dirname, '../migrations')]);
  return {
    db,
    drop: async () => {
      await db.close();
      await database.drop();
    },
  };
};
