import { type IncomingMessage, type ServerResponse } from 'node:http';
import { createHealth } from '@repasse/chassis/health/health';
import { problem } from '@repasse/chassis/http/problem';
import { type ApiResponse } from '@repasse/chassis/http/response';
import { methodNotAllowed } from '@repasse/chassis/http/routes';
import { listen, onDrain, type Listening } from '@repasse/chassis/http/listen';
import { requestIdOf } from '@repasse/chassis/http/request-id';
import { securityHeaders } from '@repasse/chassis/http/security-headers';
import { createSender } from '@repasse/chassis/http/send';
import { randomIds } from '@repasse/chassis/ids';
import { serveMetrics } from '@repasse/chassis/service/serve-metrics';
import { createLifecycle, runMain, type Running } from '@repasse/chassis/lifecycle/lifecycle';
import { drainCallers } from '@repasse/chassis/lifecycle/drain-callers';
import { createLogger } from '@repasse/chassis/log/logger';
import { createRequestLog } from '@repasse/chassis/log/request-log';
import { createMetrics } from '@repasse/chassis/telemetry/metrics';
import { startTracing } from '@repasse/chassis/telemetry/start-tracing';
import { answered } from './answered';
import { loadConfig, type Config, type UpstreamName } from './config';
import { createOwnPages } from './own-pages';
import { createPassOn } from './pass-on';
import { type OwnPage } from './text-answer';
import { createTransportSecurity } from './transport-security';
import { showUpstream } from './upstream-health';

const service = 'edge';

/** The health pages that a load balancer reads, at each address. */
const healthPrefix = '/health/';

/** Ordinary requests are answered within it. The event stream of a payer's page never ends by itself, so it is cut. */
const drainTimeoutMs = 5_000;

export type RunningEdge = Running & {
  /** Where providers call back and payments in coins are made. */
  readonly gatewayUrl: string | undefined;
};

/** The public addresses: finds the service that answers a path and passes the request through unchanged. */
export const startEdge = async (config: Config): Promise<RunningEdge> => {
  const log = createLogger({ service, level: config.logLevel });
  const requests = createRequestLog(log, config.requestLog);
  const metrics = createMetrics(service, { hasExemplars: config.tracing.endpoint !== undefined });
  const health = createHealth(log, metrics);
  const lifecycle = createLifecycle(log);
  const tracing = await startTracing({ service, config: config.tracing, log, metrics });
  lifecycle.onStop('traces', () => tracing?.stop());
  const ownPages = createOwnPages(health);
  const isDraining = (): boolean => health.isDraining;
  const send = createSender(securityHeaders(), isDraining);
  const transportSecurity = createTransportSecurity(config);
  const passOn = createPassOn({ config, log, requests, metrics, send, isDraining });
  lifecycle.onStop('connections to the services', () => passOn.close());
  for (const name of Object.keys(config.upstreams) as UpstreamName[]) {
    showUpstream(health, { name, log, isReady: () => passOn.isReady(name) });
  }

  const answer = async (request: IncomingMessage, response: ServerResponse, isAtGateway: boolean): Promise<void> => {
    const requestId = requestIdOf(request.headers['x-request-id'], randomIds);
    const path = pathOf(request.url);
    const transport = transportSecurity(request);
    const ownPage = isAtGateway && !path.startsWith(healthPrefix) ? undefined : ownPages(path);
    if (ownPage === undefined) await passOn.pass({ path, isAtGateway, requestId, transport, request, response });
    else {
      const page = await readOf(ownPage, request);
      send(response, page, requestId, transport);
      answered(requests, { method: request.method, route: path, requestId }, page);
    }
  };
  const open: Listening[] = [];
  const serve = async (port: number, isAtGateway: boolean): Promise<string> => {
    const handle = (request: IncomingMessage, response: ServerResponse): void => {
      answer(request, response, isAtGateway).catch((err: unknown) => {
        log.error({ err }, 'the edge failed');
        response.destroy();
      });
    };
    onDrain(handle, () => health.drain());
    const listening = await listen(handle, port, { host: config.host });
    open.push(listening);
    return listening.url;
  };

  if (config.metricsPort !== undefined) {
    const page = await serveMetrics({ metrics, port: config.metricsPort, host: config.host, log });
    lifecycle.onStop('metrics page', () => page.close());
  }
  lifecycle.onStop('http', () => Promise.all(open.map((listening) => listening.close(drainTimeoutMs))));
  lifecycle.onDrain('callers', () => drainCallers({ health, log, drain: config.drain }));
  const gatewayUrl = config.gatewayPort === undefined ? undefined : await serve(config.gatewayPort, true);
  const url = await serve(config.port, false);
  return { url, gatewayUrl, stop: (options) => lifecycle.stop(options) };
};

const readOf = async (page: OwnPage, { method = '', headers }: IncomingMessage): Promise<ApiResponse> =>
  method === 'GET' || method === 'HEAD'
    ? page(headers['accept-encoding'])
    : problem(methodNotAllowed(method, 'GET, HEAD').problem);

const pathOf = (url = '/'): string => {
  const queryAt = url.indexOf('?');
  return queryAt < 0 ? url : url.slice(0, queryAt);
};

if (require.main === module) runMain(service, () => startEdge(loadConfig()));
