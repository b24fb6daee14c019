import { type IncomingMessage, type ServerResponse } from 'node:http';
import { type ErrorRequestHandler } from 'express';
import { type Health } from '../../health/health';
import { type Ids } from '../../ids';
import { type Logger } from '../../log/logger';
import { createRequestLog, errorsOnly, type RequestLogConfig } from '../../log/request-log';
import { isRetryableFault } from '../../postgres/faults';
import { type Metrics } from '../../telemetry/metrics';
import { runInTrace } from '../../telemetry/trace';
import { CallerGoneError } from '../collect-body';
import { type AnsweredCall } from '../../requests/internal/request-book';
import { callerIn } from './known-callers';
import { type Handled } from './handle-operation';
import { problem, ProblemError, type ProblemDetails } from '../problem';
import { requestIdOf } from '../request-id';
import { securityHeaders } from '../security-headers';
import { createSender } from '../send';
import { describeServerSpan, spanOfRoute } from './server-span';

export interface Responder {
  /**
   * Runs the work within the request's trace and sends its answer, or the problem it throws. Never rejects.
   * `route` labels the metrics and is a template, never a path with ids in it.
   */
  respond(
    incoming: IncomingMessage,
    outgoing: ServerResponse,
    route: string,
    work: (requestId: string) => Promise<Handled>,
  ): Promise<void>;
  /** Ends a request that express itself could not route. */
  readonly expressFault: ErrorRequestHandler;
}

export interface ResponderOptions {
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly health: Health;
  readonly ids: Ids;
  readonly requestLog?: RequestLogConfig;
  readonly onAnswered?: (call: AnsweredCall) => void;
}

export const createResponder = ({ log, metrics, health, ids, requestLog, onAnswered }: ResponderOptions): Responder => {
  const requests = createRequestLog(log, requestLog ?? errorsOnly);
  const duration = metrics.tracedHistogram('http_request_duration_seconds', 'Requests by route and status.', [
    'method',
    'route',
    'status',
  ]);
  const send = createSender(securityHeaders(), () => health.isDraining);

  const answerTo = (fault: unknown, requestId: string): Handled | undefined => {
    if (fault instanceof ProblemError) return { response: problem(fault.problem) };
    if (fault instanceof CallerGoneError) return undefined;
    log.error({ err: fault, requestId }, 'request failed');
    if (health.isDraining) return { response: problem(stopping) };
    return { response: problem(isRetryableFault(fault) ? unavailable : serverFault) };
  };

  const respond: Responder['respond'] = (incoming, outgoing, route, work) => {
    const startedMs = performance.now();
    const requestId = requestIdOf(incoming.headers['x-request-id'], ids);
    const traceparent = incoming.headers['traceparent'];
    return runInTrace(
      { requestId, traceparent: typeof traceparent === 'string' ? traceparent : undefined, span: spanOfRoute(route) },
      async () => {
        const handled = await attempt(
          () => work(requestId),
          (fault) => answerTo(fault, requestId),
        );
        if (handled === undefined) return;
        const sent = sendSafely(handled, requestId, outgoing);
        const seconds = (performance.now() - startedMs) / 1_000;
        const method = methodLabel(incoming.method);
        duration.observe({ method, route, status: sent }, seconds);
        describeServerSpan(method, route, sent, codeOf(handled));
        const code = codeOf(handled);
        requests.answered({ method: incoming.method, route, status: sent, code, requestId, seconds });
        const caller = callerIn(incoming.headers);
        if (caller === undefined) return;
        const isKeyed = incoming.headers['idempotency-key'] !== undefined;
        onAnswered?.({ caller, requestId, method, route, status: sent, code, seconds, isKeyed });
      },
    );
  };

  /** A header that node refuses must not leave the caller waiting. */
  const sendSafely = ({ response, headers }: Handled, requestId: string, outgoing: ServerResponse): number => {
    try {
      send(outgoing, response, requestId, headers);
      return response.status;
    } catch (err) {
      log.error({ err, requestId }, 'answer could not be sent');
      send(outgoing, problem(serverFault), requestId);
      return serverFault.status;
    }
  };

  const expressFault: ErrorRequestHandler = (fault: unknown, incoming, outgoing, _next) => {
    void respond(incoming, outgoing, 'unknown', async () => {
      throw fault instanceof URIError ? new ProblemError(unreadablePath) : fault;
    });
  };

  return { respond, expressFault };
};

const codeOf = ({ response: { body } }: Handled): unknown =>
  typeof body === 'object' && body !== null && 'code' in body ? body.code : undefined;

const attempt = async <T>(
  work: () => Promise<T>,
  otherwise: (fault: unknown) => T | undefined,
): Promise<T | undefined> => {
  try {
    return await work();
  } catch (fault) {
    return otherwise(fault);
  }
};

/** A caller may invent methods; a metric must not grow a series for each. */
const knownMethods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
const methodLabel = (method = ''): string => (knownMethods.has(method) ? method : 'OTHER');

const serverFault: ProblemDetails = {
  status: 500,
  code: 'server.fault',
  detail: 'Something failed on our side. Quote the requestId when you ask about it.',
  extra: { retryable: true },
};

/** A database or service that is down comes back; the caller may retry. */
const unavailable: ProblemDetails = {
  status: 503,
  code: 'server.unavailable',
  detail: 'Something this service needs does not answer. Try again; with the same Idempotency-Key that is safe.',
  headers: { 'Retry-After': '1' },
  extra: { retryable: true },
};

const stopping: ProblemDetails = {
  status: 503,
  code: 'server.stopping',
  detail: 'This instance is stopping. Try again.',
  headers: { 'Retry-After': '1' },
  extra: { retryable: true },
};

const unreadablePath: ProblemDetails = {
  status: 400,
  code: 'request.invalid',
  detail: 'The path is not well-formed.',
  errors: [{ field: 'path', message: 'must be percent-encoded UTF-8.' }],
};
