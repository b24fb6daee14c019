import type { ServerResponse } from 'node:http';
import { problem } from '@repasse/chassis/http/problem';
import type { ApiResponse } from '@repasse/chassis/http/response';
import { securityHeaders } from '@repasse/chassis/http/security-headers';

/** Writes an answer that the edge gives by itself. */
export const answer = (response: ServerResponse, own: ApiResponse, requestId: string): void => {
  const { status, body, headers, contentType } = own;
  if (response.headersSent) {
    // Half of an upstream's answer is out already; cutting the connection is the only honest end.
    response.destroy();
    return;
  }
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  response.writeHead(status, {
    ...securityHeaders(),
    ...headers,
    'x-request-id': requestId,
    'content-type': contentType ?? 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(text),
  });
  response.end(text);
};

export const notFound = (path: string, requestId: string): ApiResponse =>
  problem({ status: 404, code: 'route.not_found', detail: `There is nothing at ${path.slice(0, 200)}.` }, requestId);

/** How long a client waits before it asks again: a service that restarts is back within a few seconds. */
const retryAfterSeconds = 2;

export const upstreamDown = (requestId: string): ApiResponse =>
  problem(
    {
      status: 503,
      code: 'edge.service_unavailable',
      detail: 'The service that answers this is not reachable now. Repeat the request with the same Idempotency-Key.',
      headers: { 'retry-after': String(retryAfterSeconds) },
      extra: { retryable: true },
    },
    requestId,
  );
