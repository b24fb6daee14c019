import { join } from 'node:path';
import { createTokenVerifier, type TokenVerifier } from '@repasse/chassis/auth/token-verifier';
import { createBus } from '@repasse/chassis/bus/create-bus';
import { systemClock, type Clock } from '@repasse/chassis/clock';
import { createHealth, type Health } from '@repasse/chassis/health/health';
import { createApp, listen } from '@repasse/chassis/http/app';
import { createLifecycle, runMain, type Lifecycle, type Running } from '@repasse/chassis/lifecycle/lifecycle';
import { createLogger, type Logger } from '@repasse/chassis/log/logger';
import { openDatabase, type Database } from '@repasse/chassis/postgres/database';
import { ensureDatabase } from '@repasse/chassis/postgres/ensure-database';
import { chassisMigrations, migrate } from '@repasse/chassis/postgres/migrate';
import { startProjections } from '@repasse/chassis/projection/projection';
import { createMetrics, type Metrics } from '@repasse/chassis/telemetry/metrics';
import { loadOpenApi } from '@repasse/contracts';
import { loadConfig, type Config } from './config';
import { getChargeTimeline } from './http/get-charge-timeline';
import { views } from './projections/all-projections';
import { archiveProjection } from './projections/archive';
import { measureDrift } from './projections/drift';

/** What a test may put in the place of what production has. */
export interface Overrides {
  readonly clock?: Clock;
  readonly log?: Logger;
  readonly verifyToken?: TokenVerifier;
}

interface Parts {
  readonly config: Config;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly lifecycle: Lifecycle;
  readonly health: Health;
  readonly db: Database;
}

const service = 'invoice-query';

export const startInvoiceQuery = async (config: Config, overrides: Overrides = {}): Promise<Running> => {
  const log = overrides.log ?? createLogger({ service, level: config.logLevel });
  const lifecycle = createLifecycle(log);
  await ensureDatabase(config.postgresUrl);
  const db = openDatabase({ url: config.postgresUrl, name: service, log });
  lifecycle.onStop('database', () => db.close());
  await migrate(db, [chassisMigrations.projection, [join(__dirname, '../migrations')]]);

  const metrics = createMetrics(service);
  lifecycle.onStop('drift gauges', measureDrift(db, metrics, log, config.driftPollIntervalMs));
  const parts: Parts = { config, log, metrics, lifecycle, health: createHealth(log), db };
  await startReading(parts);
  const { jwksUrl, tokenIssuer: issuer } = config;
  const clock = overrides.clock ?? systemClock;
  const url = await serve(parts, overrides.verifyToken ?? createTokenVerifier({ jwksUrl, issuer, clock, log }));
  return { url, stop: () => lifecycle.stop() };
};

const startReading = async ({ config, log, metrics, lifecycle, health, db }: Parts): Promise<void> => {
  const bus = await createBus(config.bus, { log, metrics });
  lifecycle.onStop('bus', () => bus.close());
  const projections = [archiveProjection, ...views];
  const reading = await startProjections({ service, projections, db, bus, log, metrics });
  health.addCheck('projections', () => reading.isAlive(), 'live');
  lifecycle.onStop('projections', () => reading.stop());
};

const serve = async (
  { config, log, metrics, lifecycle, health, db }: Parts,
  verifyToken: TokenVerifier,
): Promise<string> => {
  health.addCheck('postgres', () => db.query('select 1'), 'ready');
  const operations = { getChargeTimeline: getChargeTimeline(db) };
  const openapi = loadOpenApi(service);
  const app = createApp({ service, openapi, operations, verifyToken, log, metrics, health });
  const listening = await listen(app, config.port, { host: config.host });
  lifecycle.onStop('http', () => listening.close());
  lifecycle.onStop('readiness', () => health.drain());
  log.info({ url: listening.url }, 'invoice-query listening');
  return listening.url;
};

if (require.main === module) runMain(() => startInvoiceQuery(loadConfig(process.env)));
