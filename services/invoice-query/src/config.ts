import { integer, oneOf, readConfig, url, type Env } from '@repasse/chassis/config/config';
import { serviceConfig, serviceSettings } from '@repasse/chassis/config/service-config';
import { logLevels } from '@repasse/chassis/log/logger';

export const settings = serviceSettings(
  {
    // The gauge shows what the last verification found, so it need not be read often.
    driftPollIntervalMs: integer('DRIFT_POLL_INTERVAL_MS', {
      about: 'how often the gauges of drift are read again',
      default: 30_000,
      min: 10,
      max: 3_600_000,
    }),
  },
  { portDefault: 8084 },
);

/** The only place in this service that knows environment variables exist. */
export const loadConfig = (env: Env = process.env) => serviceConfig(env, settings);

export type Config = ReturnType<typeof loadConfig>;

/** A rebuild needs the database and nothing else: it reads the archive, not the bus. */
export const loadRebuildConfig = (env: Env = process.env) =>
  readConfig(env, {
    postgresUrl: url('POSTGRES_URL', { protocols: ['postgres', 'postgresql'] }),
    logLevel: oneOf('LOG_LEVEL', logLevels, { default: 'info' }),
  });

export type RebuildConfig = ReturnType<typeof loadRebuildConfig>;
