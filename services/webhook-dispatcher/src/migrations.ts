import { join } from 'node:path';
import { chassisMigrations, type MigrationSet } from '@repasse/chassis/postgres/migrate';

/** The same for the service and for its commands. */
export const migrations: readonly MigrationSet[] = [
  chassisMigrations.admin,
  chassisMigrations.requests,
  chassisMigrations.retention,
  chassisMigrations.idempotency,
  chassisMigrations.outbox,
  chassisMigrations.consumer,
  chassisMigrations.access,
  join(__dirname, '../migrations'),
];
