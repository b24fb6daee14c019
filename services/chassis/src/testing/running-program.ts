import { type Running } from '../lifecycle/lifecycle';
import { type Database } from '../postgres/database';
import { type MigrationSet } from '../postgres/migrate';
import { openTestDatabase } from './postgres';

export type TestEnv = Readonly<Record<string, string>>;

export interface RunningProgram {
  /** Where the program is now: a restart moves it. */
  readonly url: string;
  /** The environment that the program was started with. */
  readonly env: TestEnv;
  /** The program's database, by a connection of the test's own. */
  readonly db: Database;
  /**
   * Stops the program and starts it again, on the same database; the variables given replace others until the next restart.
   * `meanwhile` runs while it is stopped.
   */
  readonly restart: (env?: TestEnv, meanwhile?: () => Promise<void>) => Promise<void>;
  /** Stops the program and drops its database. */
  readonly stop: () => Promise<void>;
}

export interface ProgramStart {
  /** Shows in the name of the database. */
  readonly label: string;
  readonly migrations: readonly MigrationSet[];
  readonly env: TestEnv;
  readonly start: (env: TestEnv) => Promise<Running>;
}

/** Runs a program in this process, on a port and a database of its own. `env` lacks PORT, HOST, POSTGRES_URL and LOG_LEVEL. */
export const startProgram = async ({ label, migrations, start, ...o }: ProgramStart): Promise<RunningProgram> => {
  const db = await openTestDatabase(label, migrations);
  const own = { PORT: '0', HOST: '127.0.0.1', POSTGRES_URL: db.url, LOG_LEVEL: 'silent' };
  const env = { ...own, ...o.env };
  let running = await start(env);

  return {
    get url() {
      return running.url;
    },
    env,
    db,
    restart: async (more = {}, meanwhile = () => Promise.resolve()) => {
      await running.stop();
      await meanwhile();
      running = await start({ ...env, ...more });
    },
    stop: async () => {
      await running.stop();
      await db.close();
    },
  };
};
