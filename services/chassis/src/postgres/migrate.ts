import { readdir, readFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { type Knex } from 'knex';
import { connectionConfig, type ConnectionOptions } from './connection';
import { type Database } from './database';
import { openSession } from './session';

/** Folders of `NNNN-name.sql` files, run in this order. */
export type MigrationSet = string | readonly string[];

interface SqlMigration {
  readonly name: string;
  readonly path: string;
}

const own = (set: string): string => resolve(__dirname, '../../migrations', set);

/** What the parts of the chassis need in a service's database. Naming a set twice does no harm. */
export const chassisMigrations = {
  idempotency: [own('idempotency')],
  outbox: [own('outbox')],
  eventStore: [own('outbox'), own('idempotency'), own('event-store')],
  consumer: [own('consumer')],
  projection: [own('consumer'), own('projection')],
  access: [own('access')],
  bus: [own('bus')],
} as const satisfies Record<string, MigrationSet>;

const tableName = 'schema_migrations';

/** An index on a large table takes its time, and start-up waits for it. */
const migrationTimeoutMs = 10 * 60_000;

/** Brings the database up to date. Replicas that start together take turns; each file runs in its own transaction. */
export const migrate = async (db: Database, sets: readonly MigrationSet[]): Promise<void> => {
  const migrations = await listMigrations(sets);
  if (await isUpToDate(db, migrations)) return;

  const options = { url: db.url, name: `${db.name} migrate`, statementTimeoutMs: migrationTimeoutMs };
  const session = await openSession(options);
  const knex = await openKnex(options);
  try {
    await session.query("select pg_advisory_lock(hashtextextended('migrate', 0))");
    // knex has a lock of its own, a row that stays behind when a process is killed while it migrates.
    const config: Knex.MigratorConfig = { migrationSource: sourceOf(migrations), tableName };
    await knex.migrate.forceFreeMigrationsLock(config);
    await knex.migrate.latest(config);
  } finally {
    await knex.destroy();
    await session.close();
  }
};

/**
 * Most starts have nothing to migrate, and two statements tell. A file is listed in the transaction that ran it, so a
 * list that is whole needs no lock; one that differs in any way is knex's to judge.
 */
const isUpToDate = async (db: Database, migrations: readonly SqlMigration[]): Promise<boolean> => {
  const [table] = await db.query<{ isThere: boolean }>('select to_regclass($1) is not null as "isThere"', [tableName]);
  if (table?.isThere !== true) return false;
  const listed = await db.query<{ name: string }>(`select name from ${tableName}`);
  return sortedNames(listed) === sortedNames(migrations);
};

const sortedNames = (named: readonly { readonly name: string }[]): string =>
  named
    .map(({ name }) => name)
    .sort()
    .join();

/** Loaded here, since it brings 300 modules and few starts migrate. */
const openKnex = async (options: ConnectionOptions): Promise<Knex> => {
  const { default: createKnex } = await import('knex');
  // knex hands its settings to node-postgres as they are; its own types know only some of them.
  const connection: Knex.StaticConnectionConfig = { ...connectionConfig(options) } as Knex.PgConnectionConfig;
  return createKnex({ client: 'pg', connection, pool: { min: 0, max: 1 } });
};

/** The files of these sets, in the order they run. */
export const listMigrations = async (sets: readonly MigrationSet[]): Promise<SqlMigration[]> => {
  const folders = [...new Set(sets.flat())];
  const perFolder = await Promise.all(folders.map(listFolder));
  return perFolder.flat();
};

const listFolder = async (folder: string): Promise<SqlMigration[]> => {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort();
  return files.map((file) => ({ name: `${setName(folder)}/${file}`, path: join(folder, file) }));
};

/** The chassis' sets are told apart by folder; a service's own folder is always `migrations`. */
const setName = (folder: string): string => basename(folder);

const sourceOf = (migrations: readonly SqlMigration[]): Knex.MigrationSource<SqlMigration> => ({
  getMigrations: () => Promise.resolve([...migrations]),
  getMigrationName: ({ name }) => name,
  getMigration: async ({ path }) => {
    const sql = await readFile(path, 'utf8');
    return {
      // knex takes a bare question mark for a parameter; in SQL files it is an operator of jsonb.
      up: async (knex) => {
        await knex.raw(sql.replaceAll('?', '\\?'));
      },
      down: () => Promise.reject(new Error('Migrations only go forward.')),
    };
  },
});
