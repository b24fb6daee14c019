import { createHealth, type Health } from '@repasse/chassis/health/health';
import { createApp, listen, type Listening } from '@repasse/chassis/http/app';
import { createLifecycle, runMain, type Lifecycle, type Running } from '@repasse/chassis/lifecycle/lifecycle';
import { createLogger } from '@repasse/chassis/log/logger';
import { type Database, openDatabase } from '@repasse/chassis/postgres/database';
import { usePostgresAccess } from '@repasse/chassis/postgres/server-access';
import { requireSchema } from '@repasse/chassis/postgres/require-schema';
import { createMetrics } from '@repasse/chassis/telemetry/metrics';
import { loadOpenApi } from '@repasse/contracts';
import express, { type Express } from 'express';
import { loadConfig, type Config } from './config';
import { startMailServer } from './mailbox/mail-server';
import { mailboxPage } from './mailbox/page';
import { migrations } from './migrations';
import { openControls, operations } from './http/operations';
import { webhookInboxes } from './http/receive-webhook';
import { openProviders } from './providers/open-providers';
import { createMailboxTable } from './store/mailbox-table';
import { postgresStore } from './store/store';
import { openWorld, type World } from './world';

const service = 'provider-sandbox';

export const startProviderSandbox = async (config: Config): Promise<Running> => {
  const log = createLogger({ service, level: config.logLevel });
  const lifecycle = createLifecycle(log);
  try {
    usePostgresAccess(() => config.postgresAccess);
    const db = openDatabase({ url: config.postgresUrl, name: service, log });
    lifecycle.onStop('database', () => db.close());
    await requireSchema(db, migrations);

    const stopping = new AbortController();
    const world = await openWorld(postgresStore(db), log, stopping.signal);
    lifecycle.onStop('callbacks', () => world.callbacks.stop());
    lifecycle.onStop('sweeper', () => world.sweeper.stop());
    await takeMail(config, db, world, lifecycle);
    const { url } = await serve({ config, db, world, lifecycle, stopping });
    return { url, stop: () => lifecycle.stop() };
  } catch (fault) {
    // Parts started so far would keep the process, or a test, alive.
    await lifecycle.stop();
    throw fault;
  }
};

const takeMail = async (config: Config, db: Database, { clock, log }: World, lifecycle: Lifecycle): Promise<void> => {
  if (config.smtpPort === undefined) return;
  const { host, smtpPort: port } = config;
  const server = await startMailServer({ mailbox: createMailboxTable(db), clock, log, host, port });
  lifecycle.onStop('mail server', () => server.stop());
  log.info({ port: server.port }, 'mail server listening');
};

interface ServiceParts {
  readonly config: Config;
  readonly db: Database;
  readonly world: World;
  readonly lifecycle: Lifecycle;
  readonly stopping: AbortController;
}

const serve = async ({ config, db, world, lifecycle, stopping }: ServiceParts): Promise<Listening> => {
  const health = createHealth(world.log);
  health.addCheck('database', () => db.query('select 1'), 'ready');
  // The bank looks locations up at the sandbox itself, whose port is known once it listens.
  let ownUrl = '';
  const app = await createSandboxApp({ config, db, world, health, ownUrl: () => ownUrl });
  const server = await listen(app, config.port, { host: config.host });
  ownUrl = server.url;
  lifecycle.onStop('http', () => server.close());
  lifecycle.onStop('readiness', () => {
    health.drain();
    stopping.abort();
  });
  world.log.info({ url: server.url }, 'provider sandbox listening');
  return server;
};

interface AppParts extends Pick<ServiceParts, 'config' | 'db' | 'world'> {
  readonly health: Health;
  readonly ownUrl: () => string;
}

/** The providers, the inboxes and the controls, in that order: the chassis answers all other paths. */
const createSandboxApp = async ({ config, db, world, health, ownUrl }: AppParts): Promise<Express> => {
  const providers = await openProviders(world, config);
  const controls = await openControls(world, db, providers, ownUrl);
  const app = express();
  app.disable('x-powered-by');
  app.use(providers.router);
  app.use(webhookInboxes(controls.inboxes, controls.secrets, world.log));
  app.use(mailboxPage(controls.mailbox));
  const [openapi, metrics] = [loadOpenApi(service), createMetrics(service)];
  app.use(createApp({ service, openapi, operations: operations(controls), log: world.log, metrics, health }));
  return app;
};

if (require.main === module) runMain('provider-sandbox', () => startProviderSandbox(loadConfig()));
