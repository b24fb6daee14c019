import { integer, type Env } from '@repasse/chassis/config/config';
import { serviceConfig, serviceSettings } from '@repasse/chassis/config/service-config';

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
