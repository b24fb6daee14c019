import { resolve } from 'node:path';
import { createHealth } from '@repasse/chassis/health/health';
import { createApp, listen } from '@repasse/chassis/http/app';
import { createLifecycle, runMain, type Running } from '@repasse/chassis/lifecycle/lifecycle';
import { createLogger } from '@repasse/chassis/log/logger';
import { openDatabase } from '@repasse/chassis/postgres/database';
import { ensureDatabase } from '@repasse/chassis/postgres/ensure-database';
import { migrate } from '@repasse/chassis/postgres/migrate';
import { createMetrics } from '@repasse/chassis/telemetry/metrics';
import { loadOpenApi } from '@repasse/contracts';
import express from 'express';
import { loadConfig, type Config } from './config';
import { operations } from './http/operations';
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

export const startProviderSandbox = async (config: Config): Promise<Running> => {
  const log = createLogger({ service, level: config.logLevel });
  const lifecycle = createLifecycle(log);
  await ensureDatabase(config.postgresUrl);
  const db = openDatabase({ url: config.postgresUrl, name: service, log });
  lifecycle.onStop('database', () => db.close());
  await migrate(db, [resolve(__dirname, '../migrations')]);

  // Set once the server listens: the address depends on the port it got.
  let ownUrl = '';
  const [chaos, clock, secrets, locationKey] = await Promise.all([
    openChaosSwitches(db),
    openSandboxClock(db),
    openInboxSecrets(db),
    openLocationKey(db),
  ]);
  const stopping = new AbortController();
  const psp: Psp = {
    ...config.pix,
    clock,
    chaos,
    log,
    stopping: stopping.signal,
    locationKey,
    tokens: createAccessTokens(config.pix.clientId, config.pix.clientSecret),
    cobs: createCobTable(db),
    pix: createPixTable(db),
    webhooks: createWebhookTable(db),
  };
  const callbacks = createCallbackSender({ table: createCallbackTable(db), chaos, log });
  lifecycle.onStop('callbacks', () => callbacks.stop());

  const inboxes = createInboxTable(db);
  const registeredPsp = { locationHost: config.pix.locationHost, baseUrl: () => `${ownUrl}/pix` };
  const bank = { pix: psp.pix, callbacks, clock, readLocation: createLocationReader(registeredPsp) };
  const health = createHealth(log);
  health.addCheck('database', () => db.query('select 1'), 'ready');

  const app = express();
  app.disable('x-powered-by');
  app.use('/pix', pixRoutes(psp));
  app.use(webhookInboxes(inboxes, secrets, log));
  app.use(
    createApp({
      service,
      openapi: loadOpenApi(service),
      operations: operations({ bank, inboxes, secrets, chaos, clock }),
      log,
      metrics: createMetrics(service),
      health,
    }),
  );
  const server = await listen(app, config.port, { host: config.host });
  lifecycle.onStop('http', async () => {
    health.drain();
    stopping.abort();
    await server.close();
  });
  ownUrl = server.url;
  log.info({ url: server.url }, 'provider sandbox is ready');
  return { url: server.url, stop: () => lifecycle.stop() };
};

if (require.main === module) runMain(() => startProviderSandbox(loadConfig()));
