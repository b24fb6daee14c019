import { systemClock, type Clock } from '../clock';
import { type ServiceConfig } from '../config/service-config';
import { followClock } from './internal/followed-clock';
import { createHealth, type Health } from '../health/health';
import { startWriteProbe } from '../health/internal/write-probe';
import { randomIds, type Ids } from '../ids';
import { type Lifecycle } from '../lifecycle/lifecycle';
import { type Logger } from '../log/logger';
import { awaitDatabase } from '../postgres/await-database';
import { openDatabase, type Database } from '../postgres/database';
import { requireSchema } from '../postgres/require-schema';
import { type MigrationSet } from '../postgres/internal/schema-files';
import { warnOfSuperuser } from '../postgres/internal/superuser';
import { createMetrics, type Metrics } from '../telemetry/metrics';

/** The parts every service uses. Code that starts something with them registers its stop with the lifecycle. */
export interface ServiceParts<C extends ServiceConfig = ServiceConfig> {
  readonly service: string;
  /** As it was at the start. */
  readonly config: C;
  /** The settings as they are now, for secrets that may be replaced. */
  readonly live: () => C;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly health: Health;
  readonly lifecycle: Lifecycle;
  readonly db: Database;
}

/** Parts that a test may replace. */
export interface PartOverrides {
  readonly clock?: Clock;
  readonly ids?: Ids;
  readonly log?: Logger;
}

type Given<C extends ServiceConfig> = Pick<ServiceParts<C>, 'service' | 'config' | 'live' | 'log' | 'lifecycle'>;

/**
 * Opens the service's own database and makes the rest of its parts. Refuses a database that was not migrated: tables are
 * made by a step of its own, whose role may do more than a service's.
 */
export const openParts = async <C extends ServiceConfig>(
  given: Given<C>,
  migrations: readonly MigrationSet[],
  overrides: PartOverrides,
): Promise<ServiceParts<C>> => {
  const { service, config, log, lifecycle } = given;
  const metrics = createMetrics(service, { hasExemplars: config.tracing.endpoint !== undefined });
  const db = openDatabase({ url: config.postgresUrl, name: service, log, metrics });
  lifecycle.onStop('database', () => db.close());
  await awaitDatabase(log, () => requireSchema(db, migrations));

  // On a machine of one's own there may be one role.
  if (!config.isSandbox) await warnOfSuperuser(db, log);

  const clock = overrides.clock ?? (await openClock(config, lifecycle, log));
  const { ids = randomIds } = overrides;
  const health = createHealth(log, metrics);
  health.addCheck('postgres', () => db.query('select 1'), 'ready');
  const writeProbe = startWriteProbe({ db, log });
  lifecycle.onStop('write probe', () => writeProbe.stop());
  health.addCheck('writing', () => writeProbe.check(), 'ready');
  return { ...given, clock, ids, metrics, health, db };
};

/** A sandbox may have a clock of its own; otherwise it is the machine's. */
export const openClock = async (
  config: Pick<ServiceConfig, 'sandboxClockUrl'>,
  lifecycle: Lifecycle,
  log: Logger,
): Promise<Clock> => {
  if (config.sandboxClockUrl === undefined) return systemClock;
  const clock = await followClock({ url: config.sandboxClockUrl, log });
  lifecycle.onStop('sandbox clock', () => clock.stop());
  return clock;
};
