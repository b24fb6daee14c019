import { resolve } from 'node:path';
import { createHealth } from '@repasse/chassis/health/health';
import { createApp, listen, type Listening } from '@repasse/chassis/http/app';
import { createLifecycle, runMain, type Lifecycle, type Running } from '@repasse/chassis/lifecycle/lifecycle';
import { createLogger, type Logger } from '@repasse/chassis/log/logger';
import { openDatabase, type Database } from '@repasse/chassis/postgres/database';
import { ensureDatabase } from '@repasse/chassis/postgres/ensure-database';
import { migrate } from '@repasse/chassis/postgres/migrate';
import { createMetrics } from '@repasse/chassis/telemetry/metrics';
import { loadOpenApi } from '@repasse/contracts';
import express, { type Express } from 'express';
import { loadConfig, type Config } from './config';
import { operations, type Controls } from './http/operations';
import { createLocationReader } from './http/read-location';
import { webhookInboxes } from './http/receive-webhook';
import { createAccessTokens } from './providers/pix/access-tokens';
import { createCallbackSender } from './providers/pix/callback-sender';
import { openLocationKey } from './providers/pix/location-key';
import { type Psp } from './providers/pix/psp';
import { pixRoutes } from './providers/pix/routes';
import { createCallbackTable } from './store/callback-table';
import { openChaosSwitches } from './store/chaos-switches';
import { createCobTable } from './store/cob-table';
import { openInboxSecrets } from './store/inbox-secrets';
import { createInboxTable } from './store/inbox-table';
import { createPixTable } from './store/pix-table';
import { openSandboxClock } from './store/sandbox-clock';
import { createWebhookTable } from './store/webhook-table';

const service = 'provider-sandbox';

interface Parts {
  readonly config: Config;
  readonly log: Logger;
  readonly lifecycle: Lifecycle;
  readonly db: Database;
  /** Aborted when the sandbox stops. */
  readonly stopping: AbortController;
}

export const startProviderSandbox = async (config: Config): Promise<Running> => {
  const log = createLogger({ service, level: config.logLevel });
  const lifecycle = createLifecycle(log);
  try {
    await ensureDatabase(config.postgresUrl);
    const db = openDatabase({ url: config.postgresUrl, name: service, log });
    lifecycle.onStop('database', () => db.close());
    await migrate(db, [resolve(__dirname, '../migrations')]);
    const { url } = await serve({ config, log, lifecycle, db, stopping: new AbortController() });
    return { url, stop: () => lifecycle.stop() };
  } catch (fault) {
    // What has been started by now would keep the process, or a test, alive.
    await lifecycle.stop();
    throw fault;
  }
};

const serve = async (parts: Parts): Promise<Listening> => {
  const { config, log, lifecycle, stopping } = parts;
  const psp = await openPsp(parts);
  // The bank looks locations up at the sandbox itself, whose port is known once it listens.
  let ownUrl = '';
  const { app, health } = await createSandboxApp(parts, psp, () => `${ownUrl}/pix`);
  const server = await listen(app, config.port, { host: config.host });
  ownUrl = server.url;
  lifecycle.onStop('http', () => server.close());
  lifecycle.onStop('readiness', () => {
    health.drain();
    stopping.abort();
  });
  log.info({ url: server.url }, 'provider sandbox listening');
  return server;
};

const openPsp = async ({ config, log, db, stopping }: Parts): Promise<Psp & Pick<Controls, 'clock'>> => {
  const [chaos, clock, locationKey] = await Promise.all([
    openChaosSwitches(db),
    openSandboxClock(db),
    openLocationKey(db),
  ]);
  return {
    ...config.pix,
    chaos,
    clock,
    locationKey,
    log,
    stopping: stopping.signal,
    tokens: createAccessTokens(config.pix.clientId, config.pix.clientSecret),
    cobs: createCobTable(db),
    pix: createPixTable(db),
    webhooks: createWebhookTable(db),
  };
};

/** The PSP, the inboxes and the controls, in that order: what is nobody else's is answered by the chassis. */
const createSandboxApp = async (
  { log, lifecycle, db }: Parts,
  psp: Psp & Pick<Controls, 'clock'>,
  pspUrl: () => string,
): Promise<{ readonly app: Express; readonly health: ReturnType<typeof createHealth> }> => {
  const { chaos, clock, pix, locationHost } = psp;
  const callbacks = createCallbackSender({ table: createCallbackTable(db), chaos, log });
  lifecycle.onStop('callbacks', () => callbacks.stop());
  const readLocation = createLocationReader({ locationHost, baseUrl: pspUrl });
  const bank = { pix, callbacks, clock, readLocation };
  const inboxes = createInboxTable(db);
  const secrets = await openInboxSecrets(db);
  const health = createHealth(log);
  health.addCheck('database', () => db.query('select 1'), 'ready');

  const openapi = loadOpenApi(service);
  const controls = operations({ bank, inboxes, secrets, chaos, clock });
  const app = express();
  app.disable('x-powered-by');
  app.use('/pix', pixRoutes(psp));
  app.use(webhookInboxes(inboxes, secrets, log));
  app.use(createApp({ service, openapi, operations: controls, log, metrics: createMetrics(service), health }));
  return { app, health };
};

if (require.main === module) runMain(() => startProviderSandbox(loadConfig()));
