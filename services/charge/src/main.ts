import { join } from 'node:path';
import { createTokenVerifier } from '@repasse/chassis/auth/token-verifier';
import type { Bus } from '@repasse/chassis/bus/bus';
import { createBus } from '@repasse/chassis/bus/create-bus';
import { systemClock, type Clock } from '@repasse/chassis/clock';
import { startConsumer, type ConsumerOptions } from '@repasse/chassis/consumer/consumer';
import { createEventStore } from '@repasse/chassis/event-store/event-store';
import { createHealth, type Health } from '@repasse/chassis/health/health';
import { createApp, listen } from '@repasse/chassis/http/app';
import { createHttpClient } from '@repasse/chassis/http/client';
import { startIdempotencyJanitor } from '@repasse/chassis/idempotency/janitor';
import { createIdempotencyStore } from '@repasse/chassis/idempotency/store';
import { randomIds } from '@repasse/chassis/ids';
import { createLifecycle, runMain, type Lifecycle, type Running } from '@repasse/chassis/lifecycle/lifecycle';
import { createLogger, type Logger } from '@repasse/chassis/log/logger';
import { startRelay, type Relay } from '@repasse/chassis/outbox/relay';
import { openDatabase, type Database } from '@repasse/chassis/postgres/database';
import { ensureDatabase } from '@repasse/chassis/postgres/ensure-database';
import { chassisMigrations, migrate } from '@repasse/chassis/postgres/migrate';
import { createMetrics, type Metrics } from '@repasse/chassis/telemetry/metrics';
import { loadOpenApi } from '@repasse/contracts';
import { loadConfig, type Config } from './config';
import { createIdentity, identityTimeoutMs } from './http/clients/identity';
import { createPaymentGateway, gatewayTimeoutMs } from './http/clients/payment-gateway';
import { createOperations } from './http/routes';
import { consumePayments } from './kafka/consume-payments';
import { consumeUsers } from './kafka/consume-users';
import { createChargeStore, type ChargeStore } from './store/charge-store';
import { createFeeRuleStore } from './store/fee-rules';
import { startJanitor } from './workflow/janitor';
import { createCommandFor } from './workflow/new-charge';
import { createOfferAttempt, type OfferAttempt } from './workflow/offer-attempt';
import { createResolveRecipients } from './workflow/resolve-recipients';

const service = 'charge';

/** What a test may put in the place of what production has. */
export interface Overrides {
  readonly clock?: Clock;
  readonly log?: Logger;
  readonly pollIntervalMs?: number;
}

interface Parts {
  readonly config: Config;
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly health: Health;
  readonly lifecycle: Lifecycle;
  readonly db: Database;
}

export const startCharge = async (config: Config, overrides: Overrides = {}): Promise<Running> => {
  const log = overrides.log ?? createLogger({ service, level: config.logLevel });
  const lifecycle = createLifecycle(log);
  await ensureDatabase(config.postgresUrl);
  const db = openDatabase({ url: config.postgresUrl, name: service, log });
  lifecycle.onStop('database', () => db.close());
  await migrate(db, [chassisMigrations.eventStore, chassisMigrations.consumer, join(__dirname, '../migrations')]);

  const clock = overrides.clock ?? systemClock;
  const parts = { config, clock, log, metrics: createMetrics(service), health: createHealth(log), lifecycle, db };
  const { bus, relay } = await startPublishing(parts);
  const store = createEventStore({ db, metrics: parts.metrics, onCommitted: () => relay.wake() });
  const charges = createChargeStore({ store, ids: randomIds });
  const offerAttempt = connectGateway(parts, charges);
  await startConsuming(parts, bus, relay, charges);

  const { metrics } = parts;
  const janitor = startJanitor({ db, charges, offerAttempt, clock, log, metrics, ...overrides });
  lifecycle.onStop('janitor', () => janitor.stop());
  return { url: await serve(parts, charges, offerAttempt), stop: () => lifecycle.stop() };
};

const startPublishing = async ({ config, log, metrics, lifecycle, db }: Parts): Promise<{ bus: Bus; relay: Relay }> => {
  const bus = await createBus(config.bus, { log, metrics });
  lifecycle.onStop('bus', () => bus.close());
  const relay = startRelay({ db, bus, log, metrics });
  lifecycle.onStop('relay', () => relay.stop());
  return { bus, relay };
};

const connectGateway = ({ config, clock, log, metrics, lifecycle }: Parts, charges: ChargeStore): OfferAttempt => {
  const http = createHttpClient({
    name: 'payment-gateway',
    baseUrl: config.paymentGatewayUrl,
    timeoutMs: gatewayTimeoutMs,
    headers: { 'Repasse-Internal-Token': config.internalToken },
    log,
    metrics,
  });
  const gateway = createPaymentGateway(http, metrics);
  lifecycle.onStop('gateway breaker', () => gateway.stop());
  return createOfferAttempt({ charges, gateway, clock });
};

const startConsuming = async (
  { log, metrics, health, lifecycle, db }: Parts,
  bus: Bus,
  relay: Relay,
  charges: ChargeStore,
): Promise<void> => {
  const consume = async (topic: string, handle: ConsumerOptions['handle']): Promise<void> => {
    const consumer = await startConsumer({
      service,
      topic,
      db,
      bus,
      // A payment that is skipped is money that is lost, and a user's suspension must not overtake their registration.
      onPoison: 'park',
      handle,
      afterCommit: () => relay.wake(),
      log,
      metrics,
    });
    lifecycle.onStop(`consumer of ${topic}`, () => consumer.stop());
    health.addCheck(`consumer of ${topic}`, () => consumer.isAlive(), 'live');
  };
  await consume('payment.events.v1', consumePayments(charges));
  await consume('identity.events.v1', consumeUsers);
};

const serve = async (parts: Parts, charges: ChargeStore, offerAttempt: OfferAttempt): Promise<string> => {
  const { config, clock, log, metrics, health, lifecycle, db } = parts;
  health.addCheck('postgres', () => db.query('select 1'), 'ready');
  const idempotency = createIdempotencyStore({ db, secret: config.internalToken });
  const keys = startIdempotencyJanitor({ store: idempotency, clock, log });
  lifecycle.onStop('idempotency janitor', () => keys.stop());

  const feeRules = createFeeRuleStore({ db, clock });
  const commandFor = createCommandFor({ feeRules, resolveRecipients: lookUpRecipients(parts) });
  const urlRules = { arePrivateAddressesAllowed: config.isSandbox };
  const app = createApp({
    service,
    openapi: loadOpenApi(service),
    operations: createOperations({ db, charges, feeRules, commandFor, offerAttempt, urlRules, clock, ids: randomIds }),
    verifyToken: createTokenVerifier({ jwksUrl: config.jwksUrl, issuer: config.tokenIssuer, clock, log }),
    idempotency,
    log,
    metrics,
    health,
    clock,
  });
  const listening = await listen(app, config.port, { host: config.host });
  lifecycle.onStop('http', () => listening.close());
  lifecycle.onStop('readiness', () => health.drain());
  log.info({ url: listening.url }, 'charge listening');
  return listening.url;
};

const lookUpRecipients = ({ config, log, metrics, db }: Parts) => {
  const http = createHttpClient({
    name: 'identity',
    baseUrl: config.identityUrl,
    timeoutMs: identityTimeoutMs,
    headers: { 'Repasse-Internal-Token': config.internalToken },
    log,
    metrics,
  });
  return createResolveRecipients({ db, identity: createIdentity(http) });
};

if (require.main === module) runMain(() => startCharge(loadConfig()));
