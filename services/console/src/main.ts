import { createHealth } from '@repasse/chassis/health/health';
import { listen } from '@repasse/chassis/http/listen';
import { drainCallers } from '@repasse/chassis/lifecycle/drain-callers';
import { createLifecycle, runMain, type Running } from '@repasse/chassis/lifecycle/lifecycle';
import { createLogger } from '@repasse/chassis/log/logger';
import { createRequestLog } from '@repasse/chassis/log/request-log';
import { serveMetrics } from '@repasse/chassis/service/serve-metrics';
import { createMetrics } from '@repasse/chassis/telemetry/metrics';
import { startTracing } from '@repasse/chassis/telemetry/start-tracing';
import { createConsoleApp } from './app';
import { loadConfig, type Config } from './config';
import { createIdentity } from './identity';

const service = 'console';

/** Requests are answered within it; an export that takes longer is cut. */
const drainTimeoutMs = 10_000;

/** Has no database: who signed in is identity's to know, and everything else the API's. */
export const startConsole = async (config: Config): Promise<Running> => {
  const log = createLogger({ service, level: config.logLevel });
  const metrics = createMetrics(service, { hasExemplars: config.tracing.endpoint !== undefined });
  const health = createHealth(log, metrics);
  const lifecycle = createLifecycle(log);
  const tracing = await startTracing({ service, config: config.tracing, log, metrics });
  lifecycle.onStop('traces', () => tracing?.stop());
  const identity = createIdentity({ urls: config.identityUrls, token: () => config.identityToken, log, metrics });
  lifecycle.onStop('connections to identity', async () => identity.close());
  if (config.metricsPort !== undefined) {
    const page = await serveMetrics({ metrics, port: config.metricsPort, host: config.host, log });
    lifecycle.onStop('metrics page', () => page.close());
  }
  const requests = createRequestLog(log, config.requestLog);
  const app = createConsoleApp({ config, identity, health, log, requests, metrics });
  lifecycle.onDrain('callers', () => drainCallers({ health, log, drain: config.drain }));
  const listening = await listen(app, config.port, { host: config.host });
  lifecycle.onStop('http', () => listening.close(drainTimeoutMs));
  return { url: listening.url, stop: (options) => lifecycle.stop(options) };
};

if (require.main === module) runMain(service, () => startConsole(loadConfig()));
