import { resolve } from 'node:path';
import { type Knex } from 'knex';
import { answerTimeoutMs, connectionConfig, type ConnectionOptions } from './connection';
import { type Database } from './database';
import { readSchemaFiles, type MigrationSet, type SchemaFiles, type SqlFile } from './schema-files';
import { openSession } from './session';

export { type MigrationSet } from './schema-files';

const own = (set: string): string => resolve(__dirname, '../../migrations', set);

/** The migrations the parts of the chassis need in a service's database. Naming a set twice does no harm. */
export const chassisMigrations = {
  idempotency: [own('idempotency')],
  outbox: [own('flush'), own('outbox')],
  eventStore: [own('flush'), own('outbox'), own('idempotency'), own('event-store')],
  consumer: [own('flush'), own('consumer')],
  projection: [own('flush'), own('consumer'), own('retention'), own('projection')],
  access: [own('access')],
  archive: [own('archive')],
  /** For a service with tables that are divided by time; see retention/. */
  retention: [own('retention')],
  bus: [own('retention'), own('bus')],
  admin: [own('admin')],
} as const satisfies Record<string, MigrationSet>;

/** Of knex: which migrations have run. */
const migrationsTable = 'schema_migrations';

/** Which text of each file, migration or function, this database has. */
const filesTable = 'schema_files';

/** An index on a large table takes its time, and start-up waits for it. */
const migrationTimeoutMs = 10 * 60_000;

/**
 * Brings the database up to date in one transaction: new migrations, then the functions that were changed. Replicas that
 * start together take turns. Throws when a migration was changed or is gone after it was applied.
 */
export const migrate = async (db: Database, sets: readonly MigrationSet[]): Promise<void> => {
  const files = await readSchemaFiles(sets);
  if (await isUpToDate(db, files)) return;

  const options = { url: db.url, name: `${db.name} migrate`, statementTimeoutMs: migrationTimeoutMs };
  const session = await openSession(options);
  const knex = await openKnex(options);
  try {
    await session.query("select pg_advisory_lock(hashtextextended('migrate', 0))");
    await knex.transaction((trx) => applyFiles(trx, files));
  } finally {
    await knex.destroy();
    await session.close();
  }
};

/** Most starts have nothing to apply, and two statements tell: what is listed was committed with it. */
const isUpToDate = async (db: Database, { migrations, functions }: SchemaFiles): Promise<boolean> => {
  const [table] = await db.query<{ isThere: boolean }>('select to_regclass($1) is not null as "isThere"', [filesTable]);
  if (table?.isThere !== true) return false;
  const listed = await db.query<ListedFile>(`select name, checksum from ${filesTable}`);
  return listOf(listed) === listOf([...migrations, ...functions]);
};

type ListedFile = Pick<SqlFile, 'name' | 'checksum'>;

const listOf = (files: readonly ListedFile[]): string =>
  files
    .map(({ name, checksum }) => `${name} ${checksum}`)
    .sort()
    .join();

const applyFiles = async (trx: Knex.Transaction, { migrations, functions }: SchemaFiles): Promise<void> => {
  await trx.raw(`create table if not exists ${filesTable} (name text primary key, checksum text not null)`);
  const listed = await trx<ListedFile>(filesTable).select('name', 'checksum');
  const checksums = new Map(listed.map(({ name, checksum }) => [name, checksum]));
  await refuseChanged(trx, migrations, checksums);
  await trx.migrate.latest({ migrationSource: sourceOf(migrations), tableName: migrationsTable });
  for (const file of functions) if (checksums.get(file.name) !== file.checksum) await run(trx, file);

  await trx(filesTable).delete();
  await trx(filesTable).insert([...migrations, ...functions].map(({ name, checksum }) => ({ name, checksum })));
};

/** A database keeps the tables it was made with: a changed file would be believed to have run as it stands now. */
const refuseChanged = async (
  trx: Knex.Transaction,
  migrations: readonly SqlFile[],
  checksums: ReadonlyMap<string, string>,
): Promise<void> => {
  if (!(await trx.schema.hasTable(migrationsTable))) return;
  const applied = new Set(await trx<{ name: string }>(migrationsTable).pluck('name'));
  const changed = migrations.filter(({ name, checksum }) => applied.has(name) && checksums.get(name) !== checksum);
  if (changed.length === 0) return;
  throw new Error(
    `Changed after they were applied to this database: ${changed.map(({ name }) => name).join(', ')}. ` +
      'Write a further migration instead, or begin with an empty database.',
  );
};

/** Loaded here, since it brings 300 modules and few starts migrate. */
const openKnex = async (options: ConnectionOptions): Promise<Knex> => {
  const { default: createKnex } = await import('knex');
  // knex hands its settings to node-postgres as they are; its own types know only some of them.
  const settings = { ...connectionConfig(options), query_timeout: answerTimeoutMs(options) };
  const connection: Knex.StaticConnectionConfig = settings as Knex.PgConnectionConfig;
  // A fault is thrown with the file's name; knex would print it as well.
  return createKnex({ client: 'pg', connection, pool: { min: 0, max: 1 }, log: { warn: () => undefined } });
};

const sourceOf = (migrations: readonly SqlFile[]): Knex.MigrationSource<SqlFile> => ({
  getMigrations: () => Promise.resolve([...migrations]),
  getMigrationName: ({ name }) => name,
  getMigration: (file) =>
    Promise.resolve({
      up: (knex) => run(knex, file),
      down: () => Promise.reject(new Error('Migrations only go forward.')),
    }),
});

const run = async (knex: Knex, { name, sql }: SqlFile): Promise<void> => {
  try {
    // knex takes a bare question mark for a parameter; in SQL files it is an operator of jsonb.
    await knex.raw(sql.replaceAll('?', '\\?'));
  } catch (fault) {
    throw new Error(`${name} cannot be applied: ${fault instanceof Error ? fault.message : String(fault)}`, {
      cause: fault,
    });
  }
};
