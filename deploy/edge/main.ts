import type { IncomingMessage, ServerResponse } from 'node:http';
import { createHealth } from '@repasse/chassis/health/health';
import { problem } from '@repasse/chassis/http/problem';
import type { ApiResponse } from '@repasse/chassis/http/response';
import { methodNotAllowed } from '@repasse/chassis/http/routes';
import { listen, onDrain } from '@repasse/chassis/http/listen';
import { requestIdOf } from '@repasse/chassis/http/request-id';
import { securityHeaders } from '@repasse/chassis/http/security-headers';
import { createSender } from '@repasse/chassis/http/send';
import { randomIds } from '@repasse/chassis/ids';
import { serveMetrics } from '@repasse/chassis/service/serve-metrics';
import { createLifecycle, runMain, type Running } from '@repasse/chassis/lifecycle/lifecycle';
import { createLogger } from '@repasse/chassis/log/logger';
import { createMetrics } from '@repasse/chassis/telemetry/metrics';
import { loadConfig, type Config } from './config';
import { createOwnPages } from './own-pages';
import { createPassOn } from './pass-on';
import { refused } from './refused';
import type { OwnPage } from './text-answer';
import { createTransportSecurity } from './transport-security';
import { followUpstreams } from './upstream-health';

const service = 'edge';

/** Ordinary requests are answered within it. The event stream of a payer's page never ends by itself, so it is cut. */
const drainTimeoutMs = 5_000;

/** The one public address: finds the service that answers a path and passes the request through unchanged. */
export const startEdge = async (config: Config): Promise<Running> => {
  const log = createLogger({ service, level: config.logLevel });
  const metrics = createMetrics(service);
  const health = createHealth(log);
  followUpstreams(health, config);
  const lifecycle = createLifecycle(log);
  const ownPages = createOwnPages(health);
  const isDraining = (): boolean => health.isDraining;
  const send = createSender(securityHeaders(), isDraining);
  const transportSecurity = createTransportSecurity(config);
  const passOn = createPassOn({ config, log, metrics, send, isDraining });
  lifecycle.onStop('connections to the services', () => passOn.close());

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const requestId = requestIdOf(request.headers['x-request-id'], randomIds);
    const path = pathOf(request.url);
    const transport = transportSecurity(request);
    const ownPage = ownPages(path);
    if (ownPage === undefined) await passOn.pass({ path, requestId, transport, request, response });
    else {
      const page = await readOf(ownPage, request);
      send(response, page, requestId, transport);
      if (page.status >= 400) refused(log, { method: request.method, route: path, requestId }, page);
    }
  };
  const handle = (request: IncomingMessage, response: ServerResponse): void => {
    answer(request, response).catch((err: unknown) => {
      log.error({ err }, 'the edge failed');
      response.destroy();
    });
  };

  if (config.metricsPort !== undefined) {
    const page = await serveMetrics({ metrics, port: config.metricsPort, host: config.host, log });
    lifecycle.onStop('metrics page', () => page.close());
  }
  onDrain(handle, () => health.drain());
  const listening = await listen(handle, config.port, { host: config.host });
  lifecycle.onStop('http', () => listening.close(drainTimeoutMs));
  return { url: listening.url, stop: () => lifecycle.stop() };
};

const readOf = async (page: OwnPage, { method = '', headers }: IncomingMessage): Promise<ApiResponse> =>
  method === 'GET' || method === 'HEAD'
    ? page(headers['accept-encoding'])
    : problem(methodNotAllowed(method, 'GET, HEAD').problem);

const pathOf = (url = '/'): string => {
  const queryAt = url.indexOf('?');
  return queryAt < 0 ? url : url.slice(0, queryAt);
};

if (require.main === module) runMain(() => startEdge(loadConfig()));
