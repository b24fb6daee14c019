import { join } from 'node:path';
import { createTokenVerifier } from '@repasse/chassis/auth/token-verifier';
import { createBus } from '@repasse/chassis/bus/create-bus';
import { systemClock, toIso, type Clock } from '@repasse/chassis/clock';
import { createSealedBox, type SealedBox } from '@repasse/chassis/crypto/sealed-box';
import { createHealth, type Health } from '@repasse/chassis/health/health';
import { createApp, listen, type Operations } from '@repasse/chassis/http/app';
import { startIdempotencyJanitor } from '@repasse/chassis/idempotency/janitor';
import { createIdempotencyStore, type IdempotencyStore } from '@repasse/chassis/idempotency/store';
import { randomIds } from '@repasse/chassis/ids';
import { createLifecycle, runMain, type Lifecycle, type Running } from '@repasse/chassis/lifecycle/lifecycle';
import { createLogger, type Logger } from '@repasse/chassis/log/logger';
import { startRelay, type Relay } from '@repasse/chassis/outbox/relay';
import { openDatabase, type Database } from '@repasse/chassis/postgres/database';
import { ensureDatabase } from '@repasse/chassis/postgres/ensure-database';
import { chassisMigrations, migrate } from '@repasse/chassis/postgres/migrate';
import { createMetrics, type Metrics } from '@repasse/chassis/telemetry/metrics';
import { loadOpenApi } from '@repasse/contracts';
import { bootstrapAdmin } from './api-keys/bootstrap';
import { apiKeyOperations } from './api-keys/routes';
import { loadConfig, type Config } from './config';
import { openKeyRing, type KeyRing } from './keys/key-ring';
import { keyOperations } from './keys/routes';
import { createCommit, type Commit } from './store/commit';
import { sealAnswers } from '@repasse/chassis/idempotency/sealed-answers';
import { createAuthenticate } from './tokens/authenticate';
import { tokenOperations } from './tokens/routes';
import { userOperations } from './users/routes';

const service = 'identity';

/** What a test may put in the place of what production has. */
export interface Overrides {
  readonly clock?: Clock;
  readonly log?: Logger;
}

interface Parts {
  readonly config: Config;
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly health: Health;
  readonly lifecycle: Lifecycle;
  readonly db: Database;
  readonly box: SealedBox;
}

export const startIdentity = async (config: Config, overrides: Overrides = {}): Promise<Running> => {
  const log = overrides.log ?? createLogger({ service, level: config.logLevel });
  const lifecycle = createLifecycle(log);
  try {
    return { url: await start(config, overrides.clock ?? systemClock, log, lifecycle), stop: () => lifecycle.stop() };
  } catch (fault) {
    // What has been started by now would keep the process, or a test, alive.
    await lifecycle.stop();
    throw fault;
  }
};

const start = async (config: Config, clock: Clock, log: Logger, lifecycle: Lifecycle): Promise<string> => {
  await ensureDatabase(config.postgresUrl);
  const db = openDatabase({ url: config.postgresUrl, name: service, log });
  lifecycle.onStop('database', () => db.close());
  const migrations = join(__dirname, '../migrations');
  await migrate(db, [chassisMigrations.outbox, chassisMigrations.idempotency, migrations]);

  const box = createSealedBox(config.keyEncryptionKey);
  const parts = { config, clock, log, metrics: createMetrics(service), health: createHealth(log), lifecycle, db, box };
  const { commit, idempotency } = committing(parts, await startPublishing(parts));
  const { clientId, clientSecret, email } = config.bootstrapAdmin;
  if (clientId !== undefined && clientSecret !== undefined)
    await bootstrapAdmin(commit, { clientId, clientSecret, email }, toIso(clock.now()), log);
  return serve(parts, commit, idempotency);
};

const startPublishing = async ({ config, log, metrics, lifecycle, db }: Parts): Promise<Relay> => {
  const bus = await createBus(config.bus, { log, metrics });
  lifecycle.onStop('bus', () => bus.close());
  const relay = startRelay({ db, bus, log, metrics });
  lifecycle.onStop('relay', () => relay.stop());
  return relay;
};

const committing = ({ config, db, box, clock, log, lifecycle }: Parts, relay: Relay) => {
  const secret = config.internalToken;
  const answersIn = (tx: Parameters<typeof createIdempotencyStore>[0]['db']): IdempotencyStore =>
    sealAnswers(createIdempotencyStore({ db: tx, secret }), box);
  const idempotency = answersIn(db);
  const janitor = startIdempotencyJanitor({ store: idempotency, clock, log });
  lifecycle.onStop('idempotency janitor', () => janitor.stop());
  return { idempotency, commit: createCommit({ db, ids: randomIds, answersIn, onCommitted: () => relay.wake() }) };
};

const serve = async (parts: Parts, commit: Commit, idempotency: IdempotencyStore): Promise<string> => {
  const { config, clock, log, metrics, health, lifecycle, db, box } = parts;
  const { tokenTtlSeconds, signingKeyDaysMax: daysMax } = config;
  const ring = await openKeyRing({ db, box, clock, log, tokenTtlSeconds, daysMax });
  lifecycle.onStop('key ring', () => ring.stop());
  health.addCheck('postgres', () => db.query('select 1'), 'ready');

  const verifyToken = verifierWith(parts, ring);
  const app = createApp({
    service,
    openapi: loadOpenApi(service),
    operations: operationsOf(parts, commit, ring, verifyToken),
    verifyToken,
    internalToken: config.internalToken,
    idempotency,
    log,
    metrics,
    health,
    clock,
  });
  const listening = await listen(app, config.port, { host: config.host });
  lifecycle.onStop('http', () => listening.close());
  lifecycle.onStop('readiness', () => health.drain());
  log.info({ url: listening.url }, 'identity listening');
  return listening.url;
};

/** Our own keys need no HTTP: the verifier is handed what GET /.well-known/jwks.json would answer. */
const verifierWith = ({ config, clock, log }: Parts, ring: KeyRing) =>
  createTokenVerifier({
    jwksUrl: config.jwksUrl,
    issuer: config.tokenIssuer,
    clock,
    log,
    fetchKeys: () => Promise.resolve(ring.publicKeys()),
  });

const operationsOf = (
  { config, clock, log, metrics, db }: Parts,
  commit: Commit,
  ring: KeyRing,
  verifyToken: ReturnType<typeof createTokenVerifier>,
): Operations => {
  const authenticate = createAuthenticate({ db, clock, log, metrics });
  const shared = { db, clock, commit, metrics, ids: randomIds };
  const { tokenIssuer: issuer, tokenTtlSeconds: ttlSeconds } = config;
  return {
    ...userOperations(shared),
    ...apiKeyOperations(shared),
    ...tokenOperations({ ...shared, authenticate, verifyToken, ring, issuer, ttlSeconds }),
    ...keyOperations(ring),
  };
};

if (require.main === module) runMain(() => startIdentity(loadConfig()));
