import { type IncomingMessage, type ServerResponse } from 'node:http';
import { loadOpenApi } from '@repasse/contracts';
import { CallerGoneError, hasBody } from '@repasse/chassis/http/collect-body';
import { type DescribedOperation } from '@repasse/chassis/http/described-operation';
import { problem, ProblemError } from '@repasse/chassis/http/problem';
import { type Sender } from '@repasse/chassis/http/send';
import { type ApiResponse } from '@repasse/chassis/http/response';
import { callerAddress } from '@repasse/chassis/limits/caller-address';
import { type Logger } from '@repasse/chassis/log/logger';
import { type RequestLog } from '@repasse/chassis/log/request-log';
import { bornAtZero } from '@repasse/chassis/telemetry/born-at-zero';
import { type Metrics } from '@repasse/chassis/telemetry/metrics';
import { answered } from './answered';
import { notFound, upstreamDown } from './answers';
import { type Config, type UpstreamName } from './config';
import { forwardedRequest } from './forwarded-request';
import { handOver } from './hand-over';
import { namedBy } from './hop-by-hop';
import { createRateLimits } from './rate-limits';
import { openRequestSpan } from './request-span';
import { createRouteTable } from './routes';
import { type TransportHeaders } from './transport-security';
import { createUpstream, type Passing } from './upstream';
import { createBodyReading } from './whole-body';

/** A request of a client, and where its answer goes. */
export interface Visit {
  readonly path: string;
  /** It came to the gateway's address. */
  readonly isAtGateway: boolean;
  readonly requestId: string;
  readonly transport: TransportHeaders;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

export interface PassOn {
  readonly pass: (visit: Visit) => Promise<void>;
  /** Whether a process of the service is ready. */
  readonly isReady: (name: UpstreamName) => Promise<boolean>;
  /** Closes the connections to the services. */
  readonly close: () => void;
}

export interface PassOnOptions {
  readonly config: Config;
  readonly log: Logger;
  readonly requests: RequestLog;
  readonly metrics: Metrics;
  readonly send: Sender;
  readonly isDraining: () => boolean;
}

/** Finds the service that answers a path and passes the request on to it. */
export const createPassOn = (options: PassOnOptions): PassOn => {
  const { config, requests } = options;
  const refuse = ({ request, response, requestId, transport }: Visit, answer: ApiResponse, route = 'unknown'): void => {
    options.send(response, answer, requestId, transport);
    answered(requests, { method: request.method, route, requestId }, answer);
  };
  const limitRates = createRateLimits(config);
  const names = Object.keys(config.upstreams) as UpstreamName[];
  const routes = createRouteTable(recordOf(names, loadOpenApi));
  const passes = recordOf(names, (name) => createPass(name, options));

  const readBody = createBodyReading();

  return {
    pass: async (visit) => {
      const { path, request, response } = visit;
      const route = routes.find(path);
      if (route === undefined || (visit.isAtGateway && !route.isAtGateway)) {
        refuse(visit, notFound);
        return;
      }
      const operation = route.operationOf(request.method);
      const address = addressOf(request, config);
      try {
        if (limitRates !== undefined && !route.isForProviders) {
          const onAnswered = await limitRates({ request, address, operation });
          response.once('close', () => onAnswered(response.headersSent ? response.statusCode : 0));
        }
        const body = hasBody(request) ? await readBody({ request, response, operation, address }) : undefined;
        passes[route.upstream].pass({
          ...visit,
          body,
          route: route.template,
          mayRepeat: isRepeatable(request, operation),
        });
      } catch (fault) {
        if (fault instanceof ProblemError) refuse(visit, problem(fault.problem), route.template);
        else if (!(fault instanceof CallerGoneError)) throw fault;
      }
    },
    isReady: (name) => passes[name].isReady(),
    close: () => names.forEach((name) => passes[name].close()),
  };
};

const addressOf = ({ headers, socket: { remoteAddress = '' } }: IncomingMessage, { proxiesInFront }: Config): string =>
  callerAddress({ forwardedFor: headers['x-forwarded-for'], remoteAddress }, proxiesInFront);

type Passed = Visit & { readonly body: Buffer | undefined; readonly route: string; readonly mayRepeat: boolean };

const createPass = (name: UpstreamName, options: PassOnOptions) => {
  const { config, log, requests, metrics, send, isDraining } = options;
  const label = { upstream: name };
  const repeated = metrics.counter('repasse_edge_repeats_total', 'Requests that were sent once more.', ['upstream']);
  repeated.inc(label, 0);
  const upstream = createUpstream({ name, urls: config.upstreams[name], log, onRepeat: () => repeated.inc(label) });
  const passed = metrics.counter('repasse_edge_requests_total', 'Requests passed on, by service.', ['upstream']);
  const failed = metrics.counter('repasse_edge_upstream_faults_total', 'Requests whose service did not answer.', [
    'upstream',
  ]);
  failed.inc(label, 0);
  const answers = metrics.counter('repasse_edge_answers_total', 'What callers were answered, by service and class.', [
    ...['upstream', 'class'],
  ]);
  bornAtZero(answers, { upstream: [name], class: answerClasses });

  const pass = ({ request, response, requestId, transport, body, route, mayRepeat }: Passed): void => {
    const startedMs = performance.now();
    passed.inc(label);
    const span = openRequestSpan({ request, route, upstream: name });
    const onFault = (err: Error): void => {
      failed.inc(label);
      log.warn({ err, upstream: name, requestId }, 'a service did not answer');
      send(response, upstreamDown, requestId, transport);
    };
    const passing: Passing = upstream.pass({
      text: forwardedRequest(request, {
        ...{ requestId, body, traceparent: span?.traceparent },
        isBehindProxy: config.proxiesInFront > 0,
      }),
      method: request.method,
      isRepeatable: mayRepeat,
      answering: handOver({ response, requestId, transport, onFault, onDrain: () => passing.resume(), isDraining }),
    });
    response.once('close', () => {
      passing.abandon();
      const { method } = request;
      const { headersSent, statusCode, writableFinished } = response;
      const status = headersSent ? statusCode : 0;
      span?.end(status);
      const seconds = (performance.now() - startedMs) / 1_000;
      answers.inc({ ...label, class: classOf(headersSent ? statusCode : 0) });
      requests.answered({
        ...{ method, route, requestId, upstream: name, seconds },
        status,
        ...(!writableFinished && { isCut: true }),
      });
    });
  };
  return { pass, isReady: upstream.isReady, close: upstream.close };
};

/** `gone` is a caller that left before an answer: nobody was refused anything. */
const answerClasses = ['1xx', '2xx', '3xx', '4xx', '5xx', 'gone'] as const;

const classOf = (status: number): string => (status === 0 ? 'gone' : `${Math.floor(status / 100)}xx`);

/**
 * A service may have acted before its connection was lost, so only requests that take effect once are sent again: where no
 * operation reads it, or the client tells the edge to take it out, an Idempotency-Key promises nothing.
 */
const isRepeatable = ({ method, headers }: IncomingMessage, operation: DescribedOperation | undefined): boolean => {
  if (method === 'GET' || method === 'HEAD') return true;
  if (operation?.takesIdempotencyKey !== true || headers['idempotency-key'] === undefined) return false;
  return !namedBy(headers.connection).has('idempotency-key');
};

const recordOf = <Name extends string, T>(names: readonly Name[], make: (name: Name) => T): Readonly<Record<Name, T>> =>
  Object.fromEntries(names.map((name) => [name, make(name)])) as Record<Name, T>;
