import { fixedConfig, followConfig } from '../config/internal/live-config';
import { type ServiceConfig } from '../config/service-config';
import { createLifecycle, type Running } from '../lifecycle/lifecycle';
import { createLogger } from '../log/logger';
import { type MigrationSet } from '../postgres/migrate';
import { measureCertificates } from '../net/internal/certificate-metrics';
import { startRetention } from '../retention/internal/retention';
import { usePostgresAccess } from '../postgres/server-access';
import { readBuildInfo } from '../telemetry/internal/build-info';
import { startTracing } from '../telemetry/start-tracing';
import { openParts, type PartOverrides, type ServiceParts } from './parts';

export interface ServiceStart<C extends ServiceConfig> {
  readonly service: string;
  readonly config: C;
  readonly migrations: readonly MigrationSet[];
  readonly overrides?: PartOverrides;
  /** Reads the settings anew, so that secrets may be replaced while the service runs. */
  readonly reload?: (() => C) | undefined;
}

/**
 * Opens a service's parts and begins its work, which returns the service's URL. When any of it fails, all started parts
 * are stopped first: they would keep the process, or a test, alive.
 */
export const startService = async <C extends ServiceConfig>(
  { service, config, migrations, overrides = {}, reload }: ServiceStart<C>,
  begin: (parts: ServiceParts<C>) => Promise<string>,
): Promise<Running> => {
  const log = overrides.log ?? createLogger({ service, level: config.logLevel });
  const { unknownVariables: unknown = [] } = config;
  if (unknown.length > 0) log.warn({ variables: unknown }, 'these variables begin as settings do, and are none');
  const lifecycle = createLifecycle(log);
  log.info({ ...readBuildInfo() }, 'starting');
  try {
    const live = reload === undefined ? fixedConfig(config) : followConfig({ config, load: reload, log });
    lifecycle.onStop('settings', () => live.stop());
    const given = { service, config, live: () => live.current(), log, lifecycle };
    usePostgresAccess(() => live.current().postgresAccess);
    const parts = await openParts(given, migrations, overrides);
    const tracing = await startTracing({ service, config: config.tracing, log, metrics: parts.metrics });
    lifecycle.onStop('traces', () => tracing?.stop());
    endRows(parts);
    measureCertificates(parts);
    return { url: await begin(parts), stop: (options) => lifecycle.stop(options) };
  } catch (fault) {
    await lifecycle.stop();
    throw fault;
  }
};

/** Ends rows and partitions of the service's tables as retention.yaml says. */
const endRows = ({ service, db, clock, log, metrics, lifecycle }: ServiceParts): void => {
  const retention = startRetention({ database: service, db, clock, log, metrics });
  lifecycle.onStop('retention', () => retention.stop());
};
