import { join } from 'node:path';
import { createEventStore } from '@repasse/chassis/event-store/event-store';
import { runMain, type Running } from '@repasse/chassis/lifecycle/lifecycle';
import { type Relay } from '@repasse/chassis/outbox/relay';
import { chassisMigrations } from '@repasse/chassis/postgres/migrate';
import { openBus, publishOutbox } from '@repasse/chassis/service/messaging';
import { openParts, type PartOverrides, type ServiceParts } from '@repasse/chassis/service/parts';
import { keepAnswers, serve } from '@repasse/chassis/service/serve';
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
import { createAskRefund } from './workflow/ask-refund';
import { createReceipts } from './workflow/record-receipts';
import { createRefresher } from './workflow/refresh-payment';
import { createWithdraw } from './workflow/withdraw-payment';
import { reconcilerPollIntervalMsDefault, startReconciler } from './workflow/reconciler';

/** What a test may put in the place of what production has. */
export interface Overrides extends PartOverrides {
  readonly pixTimings?: PixTimings;
  readonly guardTimings?: GuardTimings;
  readonly pollIntervalMs?: number;
}

type Parts = ServiceParts<Config>;

const migrations = [chassisMigrations.eventStore, join(__dirname, '../migrations')];
/** A bank may report many receipts in one callback, each of some 500 bytes. */
const bodyLimitBytes = 1024 * 1024;

export const startPaymentGateway = async (config: Config, overrides: Overrides = {}): Promise<Running> => {
  const parts = await openParts('payment-gateway', config, migrations, overrides);
  const relay = publishOutbox(parts, await openBus(parts));
  const providers = startProviders(parts, overrides);
  const { payments, callbacks } = startWork(parts, overrides, providers, relay);
  const url = await serveGateway(parts, { payments, callbacks, providers });
  // Only now: a provider may probe the address while it registers it.
  for (const provider of providers.all) parts.lifecycle.onStop(`${provider.name} background`, provider.start());
  return { url, stop: () => parts.lifecycle.stop() };
};

const startProviders = (
  { config, clock, log, metrics, lifecycle, db }: Parts,
  { pixTimings: timings, guardTimings }: Overrides,
): ProviderRegistry => {
  const calls = createProviderCalls({ db, log, metrics });
  lifecycle.onStop('raw provider records', () => calls.stop());
  const janitor = startJanitor({ calls, inbox: createCallbackInbox(db), clock, log });
  lifecycle.onStop('janitor', () => janitor.stop());
  const pix = createPix({ config: config.pix, keep: calls.keep, clock, log, metrics, timings, guardTimings });
  lifecycle.onStop('provider connections', pix.close);
  return createRegistry([pix.provider]);
};

const startWork = (
  { clock, ids, log, metrics, lifecycle, db }: Parts,
  { pollIntervalMs }: Overrides,
  providers: ProviderRegistry,
  relay: Relay,
): { payments: PaymentStore; callbacks: CallbackWorker } => {
  const store = createEventStore({ db, onCommitted: () => relay.wake(), metrics });
  const payments = createPaymentStore({ db, store, ids });
  const receipts = createReceipts({ payments, clock, log, metrics });
  const shared = { payments, providers, receipts, clock, ids, log, metrics };
  const refresher = createRefresher(shared);
  const callbacks = startCallbackWorker({
    inbox: createCallbackInbox(db),
    handlers: { [pixProviderName]: createPixCallbackHandler({ refresher, metrics }) },
    clock,
    log,
    metrics,
    pollIntervalMs: pollIntervalMs ?? callbackPollIntervalMsDefault,
  });
  lifecycle.onStop('callbacks', () => callbacks.stop());
  const reconciler = startReconciler({
    ...shared,
    refresher,
    withdraw: createWithdraw({ ...shared, refresher }),
    askRefund: createAskRefund(shared),
    due: createDuePayments(db),
    pollIntervalMs: pollIntervalMs ?? reconcilerPollIntervalMsDefault,
  });
  lifecycle.onStop('reconciler', () => reconciler.stop());
  return { payments, callbacks };
};

const serveGateway = (
  parts: Parts,
  o: { payments: PaymentStore; callbacks: CallbackWorker; providers: ProviderRegistry },
): Promise<string> => {
  const { config, clock, log, metrics } = parts;
  return serve(parts, {
    operations: {
      requestPayment: requestPayment({ payments: o.payments, providers: o.providers, clock, log }),
      getInternalPayment: getInternalPayment(o.payments),
      receivePixCallback: receivePixCallback({ token: config.pix.callbackToken, callbacks: o.callbacks, metrics }),
    },
    internalToken: config.internalToken,
    idempotency: keepAnswers(parts).idempotency,
    bodyLimitBytes,
  });
};

if (require.main === module) runMain(() => startPaymentGateway(loadConfig()));
