import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { loadOpenApi, mergedOpenApi } from '@repasse/contracts';
import { createHealth } from '@repasse/chassis/health/health';
import { renderDocs } from '@repasse/chassis/http/docs';
import { requestIdOf } from '@repasse/chassis/http/request-id';
import { randomIds } from '@repasse/chassis/ids';
import { createLifecycle, runMain, type Running } from '@repasse/chassis/lifecycle/lifecycle';
import { createLogger } from '@repasse/chassis/log/logger';
import { createMetrics } from '@repasse/chassis/telemetry/metrics';
import { createProxyServer } from 'http-proxy-3';
import { answer, notFound, upstreamDown } from './answers';
import { loadConfig, type Config, type UpstreamName } from './config';
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
  const names = Object.keys(config.upstreams) as UpstreamName[];
  const routes = createRouteTable(documentsOf(names));
  const proxied = metrics.counter('repasse_edge_requests_total', 'Requests passed on, by service.', ['upstream']);
  const failed = metrics.counter('repasse_edge_upstream_faults_total', 'Requests whose service did not answer.', ['upstream']);
  const proxy = createProxyServer({ xfwd: true, proxyTimeout: upstreamTimeoutMs });
  const openapi = mergedOpenApi();
  const docs = renderDocs(openapi);

  const ownAnswer = async (path: string) => {
    if (path === '/openapi.json') return { status: 200, body: openapi };
    if (path === '/docs') return { status: 200, body: docs, contentType: 'text/html; charset=utf-8' };
    if (path === '/metrics') return { status: 200, body: await metrics.registry.metrics(), contentType: metrics.registry.contentType };
    if (path !== '/health/live' && path !== '/health/ready') return undefined;
    const report = await health.report(path === '/health/live' ? 'live' : 'ready');
    return { status: report.isHealthy ? 200 : 503, body: report };
  };

  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const requestId = requestIdOf(request.headers['x-request-id'], randomIds);
    request.headers['x-request-id'] = requestId;
    response.setHeader('x-request-id', requestId);
    const path = (request.url ?? '/').split('?')[0] ?? '/';
    const own = await ownAnswer(path);
    if (own !== undefined) return answer(response, own);
    const upstream = routes.upstreamOf(path);
    if (upstream === undefined) return answer(response, notFound(path, requestId));
    proxied.inc({ upstream });
    proxy.web(request, response, { target: config.upstreams[upstream] }, (err: Error) => {
      failed.inc({ upstream });
      log.warn({ err, upstream, requestId }, 'a service did not answer');
      answer(response, upstreamDown(requestId));
    });
  };

  const server = createServer((request, response) => {
    handle(request, response).catch((err: unknown) => {
      log.error({ err }, 'the edge failed');
      response.destroy();
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(config.port, config.host, resolve);
  });
  lifecycle.onStop('http', () => new Promise((resolve) => server.close(resolve)));
  const { port } = server.address() as AddressInfo;
  return { url: `http://localhost:${port}`, stop: () => lifecycle.stop() };
};

const documentsOf = (names: readonly UpstreamName[]) =>
  Object.fromEntries(names.map((name) => [name, loadOpenApi(name)])) as Record<UpstreamName, ReturnType<typeof loadOpenApi>>;

if (require.main === module) runMain(() => startEdge(loadConfig()));
