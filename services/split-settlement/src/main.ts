import { join } from 'node:path';
import { createTokenVerifier, type TokenVerifier } from '@repasse/chassis/auth/token-verifier';
import { type Bus } from '@repasse/chassis/bus/bus';
import { createBus } from '@repasse/chassis/bus/create-bus';
import { systemClock, type Clock } from '@repasse/chassis/clock';
import { startConsumer } from '@repasse/chassis/consumer/consumer';
import { createHealth, type Health } from '@repasse/chassis/health/health';
import { createApp, listen } from '@repasse/chassis/http/app';
import { randomIds, type Ids } from '@repasse/chassis/ids';
import { createLifecycle, runMain, type Lifecycle, type Running } from '@repasse/chassis/lifecycle/lifecycle';
import { createLogger, type Logger } from '@repasse/chassis/log/logger';
import { startRelay, type Relay } from '@repasse/chassis/outbox/relay';
import { openDatabase, type Database } from '@repasse/chassis/postgres/database';
import { ensureDatabase } from '@repasse/chassis/postgres/ensure-database';
import { chassisMigrations, migrate } from '@repasse/chassis/postgres/migrate';
import { createMetrics, type Metrics } from '@repasse/chassis/telemetry/metrics';
import { loadOpenApi } from '@repasse/contracts';
import { loadConfig, releaseScheduleOf, type Config } from './config';
import { checkLedgerOperation } from './http/check-ledger';
import { getBalance } from './http/get-balance';
import { getSettlement } from './http/get-settlement';
import { listLedgerEntries } from './http/list-ledger-entries';
import { bookPaidCharges } from './kafka/book-paid-charges';
import { startLedgerAudit, type LedgerAudit } from './workflow/ledger-audit';
import { startReleaseWorker } from './workflow/release-worker';

/** What a test may put in the place of what production has. */
export interface Overrides {
  readonly clock?: Clock;
  readonly ids?: Ids;
  readonly log?: Logger;
  readonly verifyToken?: TokenVerifier;
}

interface Parts {
  readonly config: Config;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly lifecycle: Lifecycle;
  readonly health: Health;
  readonly db: Database;
}

const service = 'split-settlement';

export const startSplitSettlement = async (config: Config, overrides: Overrides = {}): Promise<Running> => {
  const log = overrides.log ?? createLogger({ service, level: config.logLevel });
  const lifecycle = createLifecycle(log);
  await ensureDatabase(config.postgresUrl);
  const db = openDatabase({ url: config.postgresUrl, name: service, log });
  lifecycle.onStop('database', () => db.close());
  const folder = join(__dirname, '../migrations');
  await migrate(db, [chassisMigrations.outbox, chassisMigrations.consumer, [folder]]);

  const { clock = systemClock, ids = randomIds } = overrides;
  const health = createHealth(log);
  const parts: Parts = { config, clock, ids, log, metrics: createMetrics(service), lifecycle, health, db };
  await startBooking(parts);
  const audit = startLedgerAudit({
    postgresUrl: config.postgresUrl,
    metrics: parts.metrics,
    log,
    intervalMs: config.ledgerCheckIntervalMs,
  });
  lifecycle.onStop('ledger audit', () => audit.stop());
  return { url: await serve(parts, audit, overrides.verifyToken), stop: () => lifecycle.stop() };
};

/** Events in, postings, events out: everything that happens without somebody asking. */
const startBooking = async (parts: Parts): Promise<void> => {
  const { config, clock, ids, log, metrics, lifecycle, db } = parts;
  const bus = await createBus(config.bus, { log, metrics });
  lifecycle.onStop('bus', () => bus.close());
  const relay = startRelay({ db, bus, log, metrics });
  lifecycle.onStop('relay', () => relay.stop());
  await consumeCharges(parts, bus, relay);

  const pollIntervalMs = config.releasePollIntervalMs;
  const worker = startReleaseWorker({ db, ids, clock, log, pollIntervalMs, onReleased: () => relay.wake() });
  lifecycle.onStop('release worker', () => worker.stop());
};

const consumeCharges = async (parts: Parts, bus: Bus, relay: Relay): Promise<void> => {
  const { config, clock, ids, log, metrics, lifecycle, health, db } = parts;
  const book = bookPaidCharges({ schedule: releaseScheduleOf(config), clock, ids, log });
  const consumer = await startConsumer({
    service,
    topic: 'charge.events.v1',
    db,
    bus,
    // The order of a charge's events is the order of its money.
    onPoison: 'park',
    handle: (event, tx) => book([event], tx),
    handleBatch: book,
    afterCommit: () => relay.wake(),
    log,
    metrics,
  });
  health.addCheck('charge consumer', () => consumer.isAlive(), 'live');
  lifecycle.onStop('charge consumer', () => consumer.stop());
};

const serve = async (parts: Parts, audit: LedgerAudit, verifier: TokenVerifier | undefined): Promise<string> => {
  const { config, clock, log, metrics, lifecycle, health, db } = parts;
  health.addCheck('postgres', () => db.query('select 1'), 'ready');
  const app = createApp({
    service,
    openapi: loadOpenApi(service),
    operations: {
      getBalance: getBalance(db, clock),
      listLedgerEntries: listLedgerEntries(db),
      getSettlement: getSettlement(db),
      checkLedger: checkLedgerOperation(audit.check, clock),
    },
    verifyToken: verifier ?? createTokenVerifier({ jwksUrl: config.jwksUrl, issuer: config.tokenIssuer, clock, log }),
    log,
    metrics,
    health,
  });
  const listening = await listen(app, config.port, { host: config.host });
  lifecycle.onStop('http', () => listening.close());
  lifecycle.onStop('readiness', () => health.drain());
  log.info({ url: listening.url }, 'split-settlement listening');
  return listening.url;
};

if (require.main === module) runMain(() => startSplitSettlement(loadConfig(process.env)));
