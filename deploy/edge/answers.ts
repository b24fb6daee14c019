import { problem } from '@repasse/chassis/http/problem';
import { type ApiResponse } from '@repasse/chassis/http/response';

/** The path is not repeated: an address that is wrong may hold anything, the number of a card too. */
export const notFound: ApiResponse = problem({
  status: 404,
  code: 'route.not_found',
  detail: 'There is nothing at this path.',
});

/** How long a client waits before it asks again: a service that restarts is back within a few seconds. */
const retryAfterSeconds = 2;

export const upstreamDown: ApiResponse = problem({
  status: 503,
  code: 'edge.service_unavailable',
  detail: 'The service that answers this is not reachable now. Repeat the request with the same Idempotency-Key.',
  headers: { 'retry-after': String(retryAfterSeconds) },
  extra: { retryable: true },
});
