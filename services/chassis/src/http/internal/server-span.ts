import { currentSpan } from '../../telemetry/trace';
import { type SpanTemplate } from '../../telemetry/spans';

const serverSpan: SpanTemplate = { kind: 'server', name: 'request' };

/** Asked every few seconds by machines: nobody looks for the trace of a health check. */
const quietRoutes = new Set(['/health/live', '/health/ready', '/metrics']);

/** The span of a request; its name and its outcome are told at the end. */
export const spanOfRoute = (route: string): SpanTemplate | undefined =>
  quietRoutes.has(route) ? undefined : serverSpan;

/** Nothing of the path, the query, headers or the body: any of them may hold a token, a card or a person's data. */
export const describeServerSpan = (method: string, route: string, status: number, code?: unknown): void => {
  const span = currentSpan();
  if (span === undefined) return;
  span.rename(`${method} ${route}`);
  span.set({
    'http.request.method': method === 'OTHER' ? '_OTHER' : method,
    'http.route': route,
    'http.response.status_code': status,
    'repasse.problem.code': typeof code === 'string' ? code : undefined,
  });
  if (status >= 500) span.fail(String(status));
};
