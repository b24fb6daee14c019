import { join } from 'node:path';
import { loadOpenApi } from '@repasse/contracts';
import { createTokenVerifier } from '@repasse/chassis/auth/token-verifier';
import { createBus } from '@repasse/chassis/bus/create-bus';
import { systemClock, type Clock } from '@repasse/chassis/clock';
import { startConsumer } from '@repasse/chassis/consumer/consumer';
import { createSealedBox } from '@repasse/chassis/crypto/sealed-box';
import { createHealth } from '@repasse/chassis/health/health';
import { createApp, listen } from '@repasse/chassis/http/app';
import { startIdempotencyJanitor } from '@repasse/chassis/idempotency/janitor';
import { sealAnswers } from '@repasse/chassis/idempotency/sealed-answers';
import { createIdempotencyStore } from '@repasse/chassis/idempotency/store';
import { randomIds } from '@repasse/chassis/ids';
import { createLifecycle, runMain, type Running } from '@repasse/chassis/lifecycle/lifecycle';
import { createLogger } from '@repasse/chassis/log/logger';
import { startRelay } from '@repasse/chassis/outbox/relay';
import { openDatabase } from '@repasse/chassis/postgres/database';
import { ensureDatabase } from '@repasse/chassis/postgres/ensure-database';
import { chassisMigrations, migrate } from '@repasse/chassis/postgres/migrate';
import { createMetrics } from '@repasse/chassis/telemetry/metrics';
import { loadConfig, type Config } from './config';
import { type AttemptDeps } from './delivery/attempt';
import { createDeliveryMetrics } from './delivery/metrics';
import { createSend, type Send } from './delivery/send';
import { startDeliveryWorker } from './delivery/worker';
import { operations } from './http/operations';
import { createChargeEventHandler } from './kafka/consume-charge-events';
import { createSigningSecrets } from './store/signing-secrets';

const service = 'webhook-dispatcher';
const migrationsDir = join(__dirname, '..', 'migrations');

/** What a test replaces: time, chance and the network. */
export type Overrides = { readonly clock?: Clock; readonly random?: () => number; readonly send?: Send };

export const startWebhookDispatcher = async (
  config: Config,
  overrides: Overrides = {},
): Promise<Running & { readonly url: string }> => {
  const log = createLogger({ service, level: config.logLevel });
  const metrics = createMetrics(service);
  const health = createHealth(log);
  const lifecycle = createLifecycle(log);
  const clock = overrides.clock ?? systemClock;

  await ensureDatabase(config.postgresUrl);
  const db = openDatabase({ url: config.postgresUrl, name: service, log });
  lifecycle.onStop('database', () => db.close());
  await migrate(db, [
    chassisMigrations.idempotency,
    chassisMigrations.outbox,
    chassisMigrations.consumer,
    migrationsDir,
  ]);
  health.addCheck('database', () => db.query('select 1'), 'ready');

  const bus = await createBus(config.bus, { log, metrics });
  lifecycle.onStop('bus', () => bus.close());
  const relay = startRelay({ db, bus, log, metrics });
  lifecycle.onStop('relay', () => relay.stop());

  const { send, close } = createSend({ isSandbox: config.isSandbox });
  lifecycle.onStop('connections to receivers', close);
  const box = createSealedBox(config.keyEncryptionKey);
  const secrets = createSigningSecrets(db, box);
  const deps: AttemptDeps = {
    db,
    send: overrides.send ?? send,
    secrets,
    clock,
    ids: randomIds,
    random: overrides.random ?? Math.random,
    log,
    metrics: createDeliveryMetrics(metrics),
    onCommitted: () => relay.wake(),
  };
  const worker = startDeliveryWorker(deps);
  lifecycle.onStop('deliveries', () => worker.stop());
  health.addCheck('deliveries', () => worker.isAlive(), 'live');

  const consumer = await startConsumer({
    service,
    topic: 'charge.events.v1',
    db,
    bus,
    onPoison: 'dead-letter',
    handle: createChargeEventHandler({ ids: randomIds, clock }),
    afterCommit: () => worker.wake(),
    log,
    metrics,
  });
  lifecycle.onStop('consumer', () => consumer.stop());
  health.addCheck('consumer', () => consumer.isAlive(), 'live');

  // A rotation answers with the new secret, which must not lie in the clear among the kept answers.
  const idempotency = sealAnswers(createIdempotencyStore({ db, secret: config.internalToken }), box);
  const keys = startIdempotencyJanitor({ store: idempotency, clock, log });
  lifecycle.onStop('idempotency janitor', () => keys.stop());
  const app = createApp({
    service,
    openapi: loadOpenApi(service),
    operations: operations(deps),
    verifyToken: createTokenVerifier({ jwksUrl: config.jwksUrl, issuer: config.tokenIssuer, clock, log }),
    idempotency,
    log,
    metrics,
    health,
  });
  const server = await listen(app, config.port, { host: config.host });
  lifecycle.onStop('http', () => server.close());
  return { url: server.url, stop: () => lifecycle.stop() };
};

if (require.main === module) runMain(() => startWebhookDispatcher(loadConfig()));
