import type { IncomingMessage, ServerResponse } from 'node:http';
import { loadOpenApi } from '@repasse/contracts';
import { CallerGoneError, collectBody, hasBody, refuseTooLarge } from '@repasse/chassis/http/collect-body';
import { problem, ProblemError } from '@repasse/chassis/http/problem';
import type { Sender } from '@repasse/chassis/http/send';
import type { ApiResponse } from '@repasse/chassis/http/response';
import type { Logger } from '@repasse/chassis/log/logger';
import type { Metrics } from '@repasse/chassis/telemetry/metrics';
import { notFound, upstreamDown } from './answers';
import type { Config, UpstreamName } from './config';
import { forwardedRequest } from './forwarded-request';
import { handOver } from './hand-over';
import { refused } from './refused';
import { createRateLimits } from './rate-limits';
import { createRouteTable, type Route } from './routes';
import type { TransportHeaders } from './transport-security';
import { createUpstream, type Passing } from './upstream';

/** A request of a client, and where its answer goes. */
export type Visit = {
  readonly path: string;
  readonly requestId: string;
  readonly transport: TransportHeaders;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
};

export type PassOn = {
  readonly pass: (visit: Visit) => Promise<void>;
  /** Closes the connections to the services. */
  readonly close: () => void;
};

export type PassOnOptions = {
  readonly config: Config;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly send: Sender;
  readonly isDraining: () => boolean;
};

/** Finds the service that answers a path and passes the request on to it. */
export const createPassOn = (options: PassOnOptions): PassOn => {
  const { config, log } = options;
  const refuse = ({ request, response, requestId, transport }: Visit, answer: ApiResponse, route = 'unknown'): void => {
    options.send(response, answer, requestId, transport);
    refused(log, { method: request.method, route, requestId }, answer);
  };
  const limitRates = createRateLimits(config);
  const names = Object.keys(config.upstreams) as UpstreamName[];
  const routes = createRouteTable(recordOf(names, loadOpenApi));
  const passes = recordOf(names, (name) => createPass(name, options));

  return {
    pass: async (visit) => {
      const { path, request } = visit;
      const route = routes.find(path);
      if (route === undefined) {
        refuse(visit, notFound);
        return;
      }
      try {
        if (limitRates !== undefined && !route.isForProviders) {
          await limitRates(request, `${request.method ?? ''} ${route.template}`);
        }
        passes[route.upstream].pass(visit, hasBody(request) ? await bodyOf(request, route) : undefined);
      } catch (fault) {
        if (fault instanceof ProblemError) refuse(visit, problem(fault.problem), route.template);
        else if (!(fault instanceof CallerGoneError)) throw fault;
      }
    },
    close: () => names.forEach((name) => passes[name].close()),
  };
};

/**
 * Whole, before the service is asked: a slow sender keeps none of its connections, a request that has to be sent again
 * is at hand, and the forwarded request has a length, so that no second request can be smuggled behind it.
 */
const bodyOf = async (request: IncomingMessage, { bodyLimitBytesOf }: Route<UpstreamName>): Promise<Buffer> => {
  const limitBytes = bodyLimitBytesOf(request.method ?? '');
  refuseTooLarge(request, limitBytes);
  return collectBody(request, limitBytes);
};

const createPass = (name: UpstreamName, { config, log, metrics, send, isDraining }: PassOnOptions) => {
  const upstream = createUpstream(new URL(config.upstreams[name]));
  const label = { upstream: name };
  const passed = metrics.counter('repasse_edge_requests_total', 'Requests passed on, by service.', ['upstream']);
  const failed = metrics.counter('repasse_edge_upstream_faults_total', 'Requests whose service did not answer.', [
    'upstream',
  ]);

  const pass = ({ request, response, requestId, transport }: Visit, body: Buffer | undefined): void => {
    passed.inc(label);
    const onFault = (err: Error): void => {
      failed.inc(label);
      log.warn({ err, upstream: name, requestId }, 'a service did not answer');
      send(response, upstreamDown, requestId, transport);
    };
    const passing: Passing = upstream.pass({
      text: forwardedRequest(request, requestId, body),
      method: request.method,
      isRepeatable: isRepeatable(request),
      answering: handOver({ response, transport, onFault, onDrain: () => passing.resume(), isDraining }),
    });
    response.once('close', passing.abandon);
  };
  return { pass, close: upstream.close };
};

/** A service may have acted before its connection was lost, so only requests that take effect once are sent again. */
const isRepeatable = ({ method, headers }: IncomingMessage): boolean =>
  method === 'GET' || method === 'HEAD' || headers['idempotency-key'] !== undefined;

const recordOf = <Name extends string, T>(names: readonly Name[], make: (name: Name) => T): Readonly<Record<Name, T>> =>
  Object.fromEntries(names.map((name) => [name, make(name)])) as Record<Name, T>;
