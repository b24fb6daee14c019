import { randomBytes } from 'node:crypto';
import { ensureDatabase } from '../postgres/ensure-database';
import { openSession } from '../postgres/session';
import { startContainerPostgres } from './container-postgres';
import { startEmbeddedPostgres, type TestPostgres } from './embedded-postgres';

export { type TestPostgres } from './embedded-postgres';

export interface TestDatabase {
  readonly url: string;
  drop(): Promise<void>;
}

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

/** An empty database on the server of TEST_POSTGRES_URL; `label` shows in its name. */
export const createTestDatabase = async (label: string): Promise<TestDatabase> => {
  const admin = process.env['TEST_POSTGRES_URL'];
  if (admin === undefined)
    throw new Error('TEST_POSTGRES_URL is not set: jest.config.cjs starts PostgreSQL for *.int.spec.ts.');
  const database = `test_${label.replaceAll(/\W/g, '_').toLowerCase()}_${randomBytes(4).toString('hex')}`;
  const target = new URL(admin);
  target.pathname = `/${database}`;
  await ensureDatabase(target.href);
  return {
    url: target.href,
    drop: async () => {
      const session = await openSession({ url: admin, name: 'drop-test-database' });
      await session.query(`drop database if exists "${database}" with (force)`);
      await session.close();
    },
  };
};
