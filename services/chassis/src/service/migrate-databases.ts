import { type Logger } from '../log/logger';
import { awaitDatabase } from '../postgres/await-database';
import { openDatabase, type Database } from '../postgres/database';
import { ensureDatabase } from '../postgres/ensure-database';
import { chassisMigrations, migrate, type MigrationSet } from '../postgres/migrate';
import { refuseChanged, schemaDifference } from '../postgres/require-schema';
import { missingNames } from '../postgres/internal/schema-state';

export interface MigrationJob {
  readonly service: string;
  readonly migrations: readonly MigrationSet[];
  readonly postgresUrl: string;
  /** Where the bus is in PostgreSQL: its tables belong to all services, and each job brings them up to date. */
  readonly busPostgresUrl?: string | undefined;
  /** The address of the role that may create tables; it names any database of the server. The services' role without it. */
  readonly migrationPostgresUrl?: string | undefined;
}

export interface MigratedFile {
  readonly database: string;
  readonly file: string;
}

interface Target {
  readonly database: string;
  readonly url: string;
  readonly migrations: readonly MigrationSet[];
}

/** Creates the databases of a service where they are missing and applies what they lack. Returns what it applied. */
export const migrateDatabases = async (job: MigrationJob, log: Logger): Promise<readonly MigratedFile[]> => {
  const migrated: MigratedFile[] = [];
  for (const target of targetsOf(job)) {
    let files: readonly string[] = [];
    await awaitDatabase(log, async () => {
      await ensureDatabase(target.url);
      files = await onDatabase(target, job, log, (db) => migrate(db, target.migrations));
    });
    migrated.push(...rowsOf(target, files));
  }
  return migrated;
};

/** The files that the step would apply. */
export const listMissingMigrations = async (job: MigrationJob, log: Logger): Promise<readonly MigratedFile[]> => {
  const missing: MigratedFile[] = [];
  for (const target of targetsOf(job)) {
    const difference = await onDatabase(target, job, log, (db) => schemaDifference(db, target.migrations));
    refuseChanged(difference);
    missing.push(...rowsOf(target, missingNames(difference)));
  }
  return missing;
};

const targetsOf = ({ migrations, postgresUrl, busPostgresUrl, migrationPostgresUrl }: MigrationJob): Target[] => {
  const target = (url: string, sets: readonly MigrationSet[]): Target => ({
    database: decodeURIComponent(new URL(url).pathname.slice(1)),
    url: asRoleOf(migrationPostgresUrl, url),
    migrations: sets,
  });
  const own = target(postgresUrl, migrations);
  return busPostgresUrl === undefined ? [own] : [own, target(busPostgresUrl, [chassisMigrations.bus])];
};

/** The address of a database with the user, the password and the options of another address. */
export const asRoleOf = (roleUrl: string | undefined, databaseUrl: string): string => {
  if (roleUrl === undefined) return databaseUrl;
  const url = new URL(roleUrl);
  url.pathname = new URL(databaseUrl).pathname;
  return url.href;
};

const rowsOf = ({ database }: Target, files: readonly string[]): MigratedFile[] =>
  files.map((file) => ({ database, file }));

const onDatabase = async <T>(
  { url }: Target,
  { service }: MigrationJob,
  log: Logger,
  work: (db: Database) => Promise<T>,
): Promise<T> => {
  const db = openDatabase({ url, name: `${service} migrate`, poolMax: 1, log });
  try {
    return await work(db);
  } finally {
    await db.close();
  }
};
