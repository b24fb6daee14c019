import { join } from 'node:path';
import { chassisMigrations, type MigrationSet } from '@repasse/chassis/postgres/migrate';

/** The same for the service and for a rebuild, whichever comes to a new database first. */
export const migrations: readonly MigrationSet[] = [
  chassisMigrations.projection,
  chassisMigrations.access,
  join(__dirname, '../migrations'),
];
