import { oneOf, optional, readConfig, url, type Env } from '../config/config';
import { busSettings } from '../config/service-config';
import { postgresAccess, postgresAccessFaults } from '../config/postgres-settings';
import { logLevels } from '../log/logger';

/** The settings that every command needs; a job that migrates or repairs is given no more. */
export const loadAdminConfig = (env: Env) =>
  readConfig(
    env,
    {
      postgresUrl: url('POSTGRES_URL', { protocols: ['postgres', 'postgresql'] }),
      /** The role that creates databases and tables, by an address on the same server; POSTGRES_URL's own without it. */
      migrationPostgresUrl: optional(url('MIGRATION_POSTGRES_URL', { protocols: ['postgres', 'postgresql'] })),
      postgresAccess,
      bus: busSettings,
      logLevel: oneOf('LOG_LEVEL', logLevels, { default: 'warn' }),
      sandboxClockUrl: optional(url('SANDBOX_CLOCK_URL', { protocols: ['http', 'https'] })),
    },
    postgresAccessFaults,
  );

export type AdminConfig = ReturnType<typeof loadAdminConfig>;
