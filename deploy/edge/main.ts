import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { loadOpenApi } from '@repasse/contracts';
import { createHealth } from '@repasse/chassis/health/health';
import { requestIdOf } from '@repasse/chassis/http/request-id';
import { randomIds } from '@repasse/chassis/ids';
import { createLifecycle, runMain, type Running } from '@repasse/chassis/lifecycle/lifecycle';
import { createLogger, type Logger } from '@repasse/chassis/log/logger';
import { createMetrics, type Metrics } from '@repasse/chassis/telemetry/metrics';
import { createProxyServer } from 'http-proxy-3';
import { answer, notFound, upstreamDown } from './answers';
import { loadConfig, type Config, type UpstreamName } from './config';
import { createOwnPages } from './own-pages';
import { createRouteTable } from './routes';

const service = 'edge';

/** A little more than the longest answer of a service: a webhook that is sent again takes up to 10 s. */
const upstreamTimeoutMs = 30_000;

/** The one public address: finds the service that answers a path and passes the request through unchanged. */
export const startEdge = async (config: Config): Promise<Running> => {
  const log = createLogger({ service, level: config.logLevel });
  const metrics = createMetrics(service);
  const health = createHealth(log);
  const lifecycle = createLifecycle(log);
  const ownPages = createOwnPages(health, metrics);
  const passOn = createPassOn(config, log, metrics);

  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const requestId = requestIdOf(request.headers['x-request-id'], randomIds);
    request.headers['x-request-id'] = requestId;
    const path = (request.url ?? '/').split('?')[0] ?? '/';
    const own = await ownPages(path);
    if (own === undefined) passOn(path, request, response, requestId);
    else answer(response, own, requestId);
  };

  const server = createServer((request, response) => {
    handle(request, response).catch((err: unknown) => {
      log.error({ err }, 'the edge failed');
      response.destroy();
    });
  });
  await listening(server, config);
  lifecycle.onStop('http', () => close(server));
  const { port } = server.address() as AddressInfo;
  return { url: `http://localhost:${port}`, stop: () => lifecycle.stop() };
};

const listening = (server: Server, { port, host }: Config): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', reject).listen(port, host, resolve);
  });

/** What is asked is answered within it; a payer's page that follows its charge would be followed for ever. */
const drainTimeoutMs = 5_000;

const close = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    const cut = setTimeout(() => server.closeAllConnections(), drainTimeoutMs);
    server.close(() => {
      clearTimeout(cut);
      resolve();
    });
  });

type PassOn = (path: string, request: IncomingMessage, response: ServerResponse, requestId: string) => void;

const createPassOn = (config: Config, log: Logger, metrics: Metrics): PassOn => {
  const names = Object.keys(config.upstreams) as UpstreamName[];
  const routes = createRouteTable(documentsOf(names));
  const proxy = createProxyServer({ xfwd: true, proxyTimeout: upstreamTimeoutMs });
  const passed = metrics.counter('repasse_edge_requests_total', 'Requests passed on, by service.', ['upstream']);
  const failed = metrics.counter('repasse_edge_upstream_faults_total', 'Requests whose service did not answer.', [
    'upstream',
  ]);

  return (path, request, response, requestId) => {
    const upstream = routes.upstreamOf(path);
    if (upstream === undefined) {
      answer(response, notFound(path, requestId), requestId);
      return;
    }
    passed.inc({ upstream });
    proxy.web(request, response, { target: config.upstreams[upstream] }, (err: Error) => {
      failed.inc({ upstream });
      log.warn({ err, upstream, requestId }, 'a service did not answer');
      answer(response, upstreamDown(requestId), requestId);
    });
  };
};

const documentsOf = (names: readonly UpstreamName[]) =>
  Object.fromEntries(names.map((name) => [name, loadOpenApi(name)])) as Record<
    UpstreamName,
    ReturnType<typeof loadOpenApi>
  >;

if (require.main === module) runMain(() => startEdge(loadConfig()));
