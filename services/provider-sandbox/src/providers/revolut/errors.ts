import { type ProviderAnswer } from '../answer';

const statuses = {
  bad_request: 400,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  order_invalid_state: 422,
  unprocessable: 422,
  internal_error: 500,
  service_unavailable: 503,
} as const;

type RevolutErrorCode = keyof typeof statuses;

/** Revolut's errors carry their time in milliseconds. */
export const revolutError = (code: RevolutErrorCode, message: string, now: Date): ProviderAnswer => ({
  status: statuses[code],
  body: { code, message, timestamp: now.getTime() },
});

export const notFound = (now: Date): ProviderAnswer =>
  revolutError('not_found', 'Requested resource is not found', now);
