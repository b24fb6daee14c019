import { join } from 'node:path';
import { createBus } from '@repasse/chassis/bus/create-bus';
import { type Clock, systemClock } from '@repasse/chassis/clock';
import { createEventStore } from '@repasse/chassis/event-store/event-store';
import { createHealth } from '@repasse/chassis/health/health';
import { createApp, listen } from '@repasse/chassis/http/app';
import { startIdempotencyJanitor } from '@repasse/chassis/idempotency/janitor';
import { createIdempotencyStore } from '@repasse/chassis/idempotency/store';
import { type Ids, randomIds } from '@repasse/chassis/ids';
import { createLifecycle, type Lifecycle, type Running, runMain } from '@repasse/chassis/lifecycle/lifecycle';
import { createLogger, type Logger } from '@repasse/chassis/log/logger';
import { type Relay, startRelay } from '@repasse/chassis/outbox/relay';
import { type Database, openDatabase } from '@repasse/chassis/postgres/database';
import { ensureDatabase } from '@repasse/chassis/postgres/ensure-database';
import { chassisMigrations, migrate } from '@repasse/chassis/postgres/migrate';
import { createMetrics, type Metrics } from '@repasse/chassis/telemetry/metrics';
import { loadOpenApi } from '@repasse/contracts';
import { type Config, loadConfig } from './config';
import { getInternalPayment } from './http/get-internal-payment';
import { receivePixCallback } from './http/receive-pix-callback';
import { requestPayment } from './http/request-payment';
import { type GuardTimings } from './providers/guarded-exchange';
import { createPix } from './providers/pix/create-pix';
import { pixProviderName } from './providers/pix/pix-provider';
import { type PixTimings } from './providers/pix/time-left';
import { createRegistry, type ProviderRegistry } from './providers/registry';
import { createCallbackInbox } from './store/callback-inbox';
import { createDuePayments } from './store/due-payments';
import { createPaymentStore, type PaymentStore } from './store/payment-store';
import { createProviderCalls } from './store/provider-calls';
import { callbackPollIntervalMsDefault, type CallbackWorker, startCallbackWorker } from './workflow/callback-worker';
import { createPixCallbackHandler } from './workflow/handle-pix-callback';
import { startJanitor } from './workflow/janitor';
import { createReceipts } from './workflow/record-receipts';
import { reconcilerPollIntervalMsDefault, startReconciler } from './workflow/reconciler';

/** What a test may put in the place of what production has. */
export interface Overrides {
  readonly clock?: Clock;
  readonly ids?: Ids;
  readonly log?: Logger;
  readonly pixTimings?: PixTimings;
  readonly guardTimings?: GuardTimings;
  readonly pollIntervalMs?: number;
}

interface Parts {
  readonly config: Config;
  readonly overrides: Overrides;
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly lifecycle: Lifecycle;
  readonly db: Database;
}

const service = 'payment-gateway';
/** A bank may report many receipts in one callback, each of some 500 bytes. */
const bodyLimitBytes = 1024 * 1024;

export const startPaymentGateway = async (config: Config, overrides: Overrides = {}): Promise<Running> => {
  const log = overrides.log ?? createLogger({ service, level: config.logLevel });
  const lifecycle = createLifecycle(log);
  await ensureDatabase(config.postgresUrl);
  const db = openDatabase({ url: config.postgresUrl, name: service, log });
  lifecycle.onStop('database', () => db.close());
  await migrate(db, [chassisMigrations.eventStore, [join(__dirname, '../migrations')]]);

  const clock = overrides.clock ?? systemClock;
  const parts: Parts = { config, overrides, clock, log, metrics: createMetrics(service), lifecycle, db };
  const relay = await startPublishing(parts);
  const providers = startProviders(parts);
  const { payments, callbacks } = startWork(parts, providers, relay);
  return { url: await serve(parts, { payments, callbacks, providers }), stop: () => lifecycle.stop() };
};

const startPublishing = async ({ config, log, metrics, lifecycle, db }: Parts): Promise<Relay> => {
  const bus = await createBus(config.bus, { log, metrics });
  lifecycle.onStop('bus', () => bus.close());
  const relay = startRelay({ db, bus, log, metrics });
  lifecycle.onStop('relay', () => relay.stop());
  return relay;
};

const startProviders = ({ config, overrides, clock, log, metrics, lifecycle, db }: Parts): ProviderRegistry => {
  const calls = createProviderCalls({ db, log, metrics });
  lifecycle.onStop('raw provider records', () => calls.stop());
  const janitor = startJanitor({ calls, inbox: createCallbackInbox(db), clock, log });
  lifecycle.onStop('janitor', () => janitor.stop());
  const { pixTimings: timings, guardTimings } = overrides;
  const pix = createPix({ config: config.pix, keep: calls.keep, clock, log, metrics, timings, guardTimings });
  lifecycle.onStop('provider connections', pix.close);
  return createRegistry([pix.provider]);
};

const startWork = (
  { overrides, clock, log, metrics, lifecycle, db }: Parts,
  providers: ProviderRegistry,
  relay: Relay,
): { payments: PaymentStore; callbacks: CallbackWorker } => {
  const store = createEventStore({ db, onCommitted: () => relay.wake(), metrics });
  const payments = createPaymentStore({ db, store, ids: overrides.ids ?? randomIds });
  const receipts = createReceipts({ payments, clock, log, metrics });
  const callbacks = startCallbackWorker({
    inbox: createCallbackInbox(db),
    handlers: { [pixProviderName]: createPixCallbackHandler({ providers, receipts, log, metrics }) },
    clock,
    log,
    metrics,
    pollIntervalMs: overrides.pollIntervalMs ?? callbackPollIntervalMsDefault,
  });
  lifecycle.onStop('callbacks', () => callbacks.stop());
  const reconciler = startReconciler({
    payments,
    due: createDuePayments(db),
    providers,
    receipts,
    clock,
    log,
    metrics,
    pollIntervalMs: overrides.pollIntervalMs ?? reconcilerPollIntervalMsDefault,
  });
  lifecycle.onStop('reconciler', () => reconciler.stop());
  return { payments, callbacks };
};

const serve = async (
  { config, clock, log, metrics, lifecycle, db }: Parts,
  o: { payments: PaymentStore; callbacks: CallbackWorker; providers: ProviderRegistry },
): Promise<string> => {
  const health = createHealth(log);
  health.addCheck('postgres', () => db.query('select 1'), 'ready');
  const idempotency = createIdempotencyStore({ db, secret: config.internalToken });
  const keys = startIdempotencyJanitor({ store: idempotency, clock, log });
  lifecycle.onStop('idempotency janitor', () => keys.stop());
  const app = createApp({
    service,
    openapi: loadOpenApi(service),
    operations: {
      requestPayment: requestPayment({ payments: o.payments, providers: o.providers, clock, log }),
      getInternalPayment: getInternalPayment(o.payments),
      receivePixCallback: receivePixCallback({ token: config.pix.callbackToken, callbacks: o.callbacks, metrics }),
    },
    internalToken: config.internalToken,
    idempotency,
    log,
    metrics,
    health,
    bodyLimitBytes,
  });
  const listening = await listen(app, config.port, { host: config.host });
  lifecycle.onStop('http', () => listening.close());
  lifecycle.onStop('readiness', () => health.drain());
  // Only now: a provider may probe the address while it registers it.
  for (const provider of o.providers.all) lifecycle.onStop(`${provider.name} background`, provider.start());
  log.info({ url: listening.url }, 'payment-gateway listening');
  return listening.url;
};

if (require.main === module) runMain(() => startPaymentGateway(loadConfig(process.env)));
