import { resolve } from 'node:path';
import { awaitAdvisoryLock } from './internal/advisory-lock';
import { applyFiles } from './internal/apply-files';
import { type Database } from './database';
import { openKnex } from './internal/open-knex';
import { refuseChanged, schemaDifference } from './require-schema';
import { readSchemaFiles, type MigrationSet } from './internal/schema-files';
import { missingNames } from './internal/schema-state';

export { type MigrationSet } from './internal/schema-files';

const own = (set: string): string => resolve(__dirname, '../../migrations', set);

/** The migrations the parts of the chassis need in a service's database. Naming a set twice does no harm. */
export const chassisMigrations = {
  idempotency: [own('idempotency')],
  outbox: [own('flush'), own('outbox'), own('reached')],
  eventStore: [own('flush'), own('outbox'), own('reached'), own('idempotency'), own('event-store')],
  consumer: [own('flush'), own('consumer'), own('reached')],
  projection: [own('flush'), own('consumer'), own('reached'), own('retention'), own('projection')],
  access: [own('access')],
  archive: [own('archive')],
  /** For a service with tables that are divided by time; see retention/. */
  retention: [own('retention')],
  bus: [own('retention'), own('bus')],
  admin: [own('admin')],
  requests: [own('retention'), own('requests')],
} as const satisfies Record<string, MigrationSet>;

/** An index on a table of a hundred million rows, made beside the traffic. Files in a transaction have less. */
const statementTimeoutMs = 6 * 3_600_000;

/** Another step on the same database may be making an index. */
const lockWaitMs = 6 * 3_600_000;

/**
 * Brings the database up to date: new migrations, then the functions that were changed. Steps that run together take
 * turns. Returns the names of the files it applied. Throws when a migration was changed after it was applied.
 */
export const migrate = async (db: Database, sets: readonly MigrationSet[]): Promise<readonly string[]> => {
  const difference = await schemaDifference(db, sets);
  refuseChanged(difference);
  if (missingNames(difference).length === 0) return [];

  // Asks for the lock again and again: a statement that waited for it would keep `create index concurrently` waiting.
  const options = { url: db.url, name: db.name, statementTimeoutMs };
  const lock = await awaitAdvisoryLock(options, 'migrate', AbortSignal.timeout(lockWaitMs));
  if (lock === undefined) throw new Error('Another process has been migrating this database for six hours.');
  const knex = await openKnex({ ...options, name: `${db.name} migrate` });
  try {
    return await applyFiles({ session: lock.session, knex }, await readSchemaFiles(sets));
  } finally {
    await knex.destroy();
    await lock.release();
  }
};
