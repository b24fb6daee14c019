import { randomBytes } from 'node:crypto';
import { openDatabase, type Database, type DatabaseOptions } from '../postgres/database';
import { type MigrationSet } from '../postgres/migrate';
import { openSession } from '../postgres/session';
import { startContainerPostgres } from './container-postgres';
import { startEmbeddedPostgres, type TestPostgres } from './embedded-postgres';
import { templateWith } from './template-database';

export { type TestPostgres } from './embedded-postgres';

export interface TestDatabase {
  readonly url: string;
  readonly drop: () => Promise<void>;
}

/** Files are copied, which takes a second or two when everything else is busy as well. */
const createTimeoutMs = 60_000;

/** Tests throw their data away, so nothing has to reach a disk. */
const carelessSettings = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off'];

/** Every suite opens a few pools of its own, and two run at a time. */
const roomySettings = ['max_connections=200', 'shared_buffers=64MB', 'max_locks_per_transaction=128'];

const testSettings = [...carelessSettings, ...roomySettings].flatMap((setting) => ['-c', setting]);

/**
 * A PostgreSQL of its own, empty, on a free port. Slow (two seconds): one per test run. In a container of the version
 * that production runs where an engine answers, else from the npm package's binaries, which need nothing.
 */
export const startTestPostgres = async (): Promise<TestPostgres> =>
  (await startContainerPostgres(testSettings)) ?? startEmbeddedPostgres(testSettings);

/**
 * A database on the server of TEST_POSTGRES_URL; `label` shows in its name. Empty, unless migrations are given: then it
 * is a copy of one that has them, and the service that starts on it finds nothing to do.
 */
export const createTestDatabase = async (
  label: string,
  migrations?: readonly MigrationSet[],
): Promise<TestDatabase> => {
  const admin = process.env['TEST_POSTGRES_URL'];
  if (admin === undefined)
    throw new Error('TEST_POSTGRES_URL is not set: jest.config.cjs starts PostgreSQL for *.int.spec.ts.');
  const database = `test_${label.replaceAll(/\W/g, '_').toLowerCase()}_${randomBytes(4).toString('hex')}`;
  const target = new URL(admin);
  target.pathname = `/${database}`;
  const template = migrations === undefined ? 'template1' : await templateWith(admin, migrations);
  await onServer(admin, `create database "${database}" template ${template}`);
  return {
    url: target.href,
    drop: () => onServer(admin, `drop database if exists "${database}" with (force)`),
  };
};

/** A new database with these migrations, connected. `close` drops it. */
export const openTestDatabase = async (
  label: string,
  migrations: readonly MigrationSet[],
  options: Omit<DatabaseOptions, 'url' | 'name'> = {},
): Promise<Database> => {
  const { url, drop } = await createTestDatabase(label, migrations);
  const db = openDatabase({ url, name: label, ...options });
  return {
    ...db,
    close: async () => {
      await db.close();
      await drop();
    },
  };
};

const onServer = async (url: string, statement: string): Promise<void> => {
  const session = await openSession({ url, name: 'test-databases', statementTimeoutMs: createTimeoutMs });
  try {
    await session.query(statement);
  } finally {
    await session.close();
  }
};
