import { type RequestHandler } from 'express';
import { requestIdOf } from '@repasse/chassis/http/request-id';
import { randomIds } from '@repasse/chassis/ids';
import { type RequestLog } from '@repasse/chassis/log/request-log';
import { type Metrics } from '@repasse/chassis/telemetry/metrics';
import { localsOf } from './faults';

/** Gives each request its id, and writes it down when it is answered. */
export const requestLines = (requests: RequestLog, metrics: Metrics): RequestHandler => {
  const duration = metrics.histogram('repasse_console_request_duration_seconds', 'Requests of the console.', [
    ...(['method', 'route', 'status'] as const),
  ]);
  return (request, response, next) => {
    const started = performance.now();
    const locals = localsOf(response);
    locals.requestId = requestIdOf(request.headers['x-request-id'], randomIds);
    locals.route = 'none';
    response.set('x-request-id', locals.requestId);
    response.once('close', () => {
      const { method } = request;
      const { route, requestId, code } = locals;
      const [status, seconds] = [response.statusCode, (performance.now() - started) / 1_000];
      duration.observe({ method, route, status: String(status) }, seconds);
      const isCut = !response.writableFinished;
      requests.answered({ method, route, status, requestId, seconds, ...(code && { code }), ...(isCut && { isCut }) });
    });
    next();
  };
};
